"""Who people are: a key is an account, and a name belongs to the account that took it first."""
