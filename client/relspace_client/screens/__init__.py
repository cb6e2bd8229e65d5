"""What a person sees and presses, in Textual: one screen that shows pages, and dialogs over it."""
