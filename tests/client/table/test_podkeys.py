"""A pod's key is its id; an id over 9 gets the lowest digit that no pod has."""

from hypothesis import given
from hypothesis import strategies as st

from relspace_client.table.podkeys import key_of, pod_keys, pod_of


def test_an_id_up_to_9_is_its_own_key():
    assert pod_keys((1, 2, 9)) == ()
    assert key_of(9, ()) == 9


def test_an_id_over_9_gets_the_lowest_digit_that_no_pod_has():
    assert pod_keys((1, 2, 3, 5, 6, 8, 11)) == ((11, 4),)
    assert pod_keys((10, 11, 12)) == ((10, 1), (11, 2), (12, 3))


def test_it_keeps_its_digit_when_a_lower_one_becomes_free():
    keys = pod_keys((1, 2, 3, 11))
    assert keys == ((11, 4),)
    assert pod_keys((3, 11), keys) == ((11, 4),)
    assert pod_keys((3, 11, 12), keys) == ((11, 4), (12, 1))


def test_a_pod_is_found_by_its_key():
    keys = ((11, 4),)
    assert pod_of(4, (1, 11), keys) == 11
    assert pod_of(1, (1, 11), keys) == 1
    assert pod_of(4, (1,), keys) is None


@given(st.lists(st.one_of(st.just("opens"), st.integers(0, 7)), max_size=80))
def test_no_two_pods_ever_share_a_key(steps):
    pods, last, keys = [1], 1, ()
    for step in steps:
        if step == "opens" and len(pods) < 8:
            last += 1
            pods.append(last)
        elif step != "opens" and step < len(pods) and len(pods) > 1:
            del pods[step]
        before, keys = keys, pod_keys(tuple(pods), keys)
        digits = [key_of(pod, keys) for pod in pods]
        assert len(set(digits)) == len(digits)
        assert all(1 <= digit <= 9 for digit in digits)
        assert all(key_of(pod, keys) == digit for pod, digit in before if pod in pods)
