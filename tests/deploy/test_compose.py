"""The Compose files are whole, let the containers do nothing but their work, and use what the program has."""

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from check_jsonschema.builtin_schemas import get_builtin_schema
from jsonschema import Draft7Validator

from relspace_server.config import SETTINGS, Settings

from .files import DEPLOY, image, image_environment, read_yaml

FILES = ("compose.yaml", "compose.cluster.yaml", "compose.monitoring.yaml", "compose.ipv6.yaml")
WHOLE = FILES[:2]

MADE = re.compile(r"\./secrets/(ca|nats[123]|nats[123]-key)\.pem|\./secrets/ssh_host_ed25519_key")
"""What deploy/secrets.sh makes."""


def services(name: str) -> dict[str, dict[str, Any]]:
    """The services of a file, with what they take over from the file of Prometheus and Grafana."""
    found: dict[str, dict[str, Any]] = read_yaml(name)["services"]
    for one in found.values():
        if (extends := one.pop("extends", None)) is not None:
            taken = read_yaml(extends["file"])["services"][extends["service"]]
            one |= {key: value for key, value in taken.items() if key not in one and key != "volumes"}
            one["volumes"] = [*taken["volumes"], *one["volumes"]]
    return found


def variables(service: dict[str, Any]) -> dict[str, str]:
    """The settings that a service sets, by their variables."""
    return {name: value for name, value in service.get("environment", {}).items() if name.startswith("RELSPACE_")}


EVERY = [(name, service) for name in WHOLE for service in services(name)]


@pytest.mark.parametrize("name", FILES)
def test_compose_knows_everything_that_stands_there(name: str) -> None:
    errors = [
        f"{'/'.join(map(str, error.absolute_path))}: {error.message}"
        for error in Draft7Validator(get_builtin_schema("vendor.compose-spec")).iter_errors(read_yaml(name))
    ]
    assert errors == []


@pytest.mark.parametrize(("name", "service"), EVERY)
def test_a_container_can_do_its_work_alone(name: str, service: str) -> None:
    one = services(name)[service]
    assert one["read_only"]
    assert one["cap_drop"] == ["ALL"]
    assert one["security_opt"] == ["no-new-privileges:true"]
    assert not one.get("privileged")
    if service != "folders":  # ends at once, and has no network
        assert one["restart"] == "unless-stopped"
        assert {"memory", "cpus", "pids"} == set(one["deploy"]["resources"]["limits"])
        assert one.get("user") != "0:0"


@pytest.mark.parametrize(("name", "service"), EVERY)
def test_what_is_mounted_is_there(name: str, service: str) -> None:
    for mount in services(name)[service].get("volumes", []):
        source = mount.split(":")[0]
        if source.startswith("."):
            assert MADE.fullmatch(source) or (DEPLOY / source).exists(), mount
            assert mount.endswith(":ro")
        else:
            assert source in read_yaml(name)["volumes"]


@pytest.mark.parametrize(("name", "service"), EVERY)
def test_only_networks_and_services_that_there_are(name: str, service: str) -> None:
    one = services(name)[service]
    assert set(one.get("networks", [])) <= set(read_yaml(name)["networks"])
    assert set(one.get("depends_on", [])) <= set(services(name))


@pytest.mark.parametrize("name", WHOLE)
def test_settings_are_those_of_the_program(name: str) -> None:
    known = {setting.variable for setting in SETTINGS}
    nodes = [one for one in services(name).values() if one["image"] == "relative-space"]
    assert nodes
    for one in nodes:
        assert set(variables(one)) <= known
        assert one["stop_grace_period"] == "30s"
        assert (DEPLOY / one["build"]["context"] / one["build"]["dockerfile"]).resolve() == DEPLOY / "Dockerfile"
    assert {name for name in image_environment() if name.startswith("RELSPACE_")} <= known


def test_players_reach_the_port_that_the_server_listens_on() -> None:
    port = image_environment()["RELSPACE_PORT"]
    assert services("compose.yaml")["server"]["ports"] == [f"0.0.0.0:22:{port}"]
    assert services("compose.ipv6.yaml")["server"]["ports"] == [f"[::]:22:{port}"]
    balancer = (DEPLOY / "haproxy.cfg").read_text()
    (bound,) = re.findall(r"frontend ssh\n    bind :(\d+)", balancer)
    assert services("compose.cluster.yaml")["haproxy"]["ports"] == [f"0.0.0.0:22:{bound}"]
    servers = re.findall(r"server (\w+) (\w+):(\d+)", balancer)
    nodes = [name for name, one in services("compose.cluster.yaml").items() if one["image"] == "relative-space"]
    assert servers == [(node, node, port) for node in nodes]
    assert f"check port {image_environment()['RELSPACE_METRICS_PORT']} " in balancer
    assert "GET /readyz" in balancer


def test_the_nodes_believe_the_load_balancer_alone() -> None:
    cluster = read_yaml("compose.cluster.yaml")
    (subnet,) = (one["subnet"] for one in cluster["networks"]["front"]["ipam"]["config"])
    for name in ("node1", "node2"):
        told = variables(cluster["services"][name])["RELSPACE_PROXY_NETWORKS"]
        assert Settings(proxy_networks=told).proxies == (ip_network(subnet),)
    on_front = {name for name, one in services("compose.cluster.yaml").items() if "front" in one.get("networks", [])}
    assert on_front == {"node1", "node2", "haproxy"}


@pytest.mark.parametrize(("name", "service"), EVERY)
def test_nobody_comes_by_ipv6_under_the_address_of_the_network(name: str, service: str) -> None:
    for published in services(name)[service].get("ports", []):
        assert re.match(r"(0\.0\.0\.0|127\.0\.0\.1):\d", published)
    for network in read_yaml("compose.yaml")["services"]["server"]["networks"]:
        assert read_yaml("compose.ipv6.yaml")["networks"][network] == {"enable_ipv6": True}


def test_the_load_balancer_ends_after_the_nodes_have_told_the_players() -> None:
    # Compose ends first what depends on others.
    assert "depends_on" not in services("compose.cluster.yaml")["haproxy"]


def test_one_user_owns_all_secrets() -> None:
    (made,) = (rest for word, rest in image() if word == "RUN" and "useradd" in rest)
    (group,) = re.findall(r"groupadd --gid (\d+) relspace", made)
    (user,) = re.findall(r"useradd --uid (\d+) --gid relspace", made)
    cluster = services("compose.cluster.yaml")
    assert {cluster[name]["user"] for name in ("nats1", "nats2", "nats3")} == {f"{user}:{group}"}
    assert f"{user}:{group}" in cluster["folders"]["entrypoint"]
    assert f"chown -R {user}:{group} secrets" in (DEPLOY.parent / "docs" / "clustering.md").read_text()


def test_nats_is_out_of_reach_from_outside() -> None:
    cluster = read_yaml("compose.cluster.yaml")
    assert cluster["networks"]["inside"] == {"internal": True}
    for name in ("nats1", "nats2", "nats3"):
        assert cluster["services"][name]["networks"] == ["inside"]
        assert "ports" not in cluster["services"][name]


def test_nats_is_given_what_its_configuration_asks_for() -> None:
    asked = {
        name
        for file in ("nats.conf", "nats-cluster.conf")
        for name in re.findall(r"\$(NATS_\w+)", (DEPLOY / file).read_text())
    }
    for name in ("nats1", "nats2", "nats3"):
        one = services("compose.cluster.yaml")[name]
        assert set(one["environment"]) == asked
        inside = {mount.split(":")[1] for mount in one["volumes"]}
        for variable in ("NATS_CA", "NATS_CERTIFICATE", "NATS_KEY", "NATS_DATA"):
            assert one["environment"][variable] in inside
        assert one["command"][1] in inside
        assert one["environment"]["NATS_ADDRESS"] == name
        assert f"./secrets/{name}.pem:/etc/nats/server.pem:ro" in one["volumes"]


@pytest.mark.parametrize("name", WHOLE)
def test_what_must_be_given_is_named_in_the_guide(name: str) -> None:
    asked = set(re.findall(r"\$\{(\w+):\?", (DEPLOY / name).read_text()))
    page = (DEPLOY.parent / "docs" / ("hosting.md" if name == "compose.yaml" else "clustering.md")).read_text()
    secrets = (DEPLOY / "secrets.sh").read_text()
    assert {one for one in asked if f"{one}=" not in page + secrets} == set()


def test_the_store_ca_is_where_it_is_mounted() -> None:
    for name in ("node1", "node2"):
        one = services("compose.cluster.yaml")[name]
        assert f"./secrets/ca.pem:{variables(one)['RELSPACE_STORE_CA']}:ro" in one["volumes"]
        assert all(url.startswith("tls://relspace:") for url in variables(one)["RELSPACE_STORE"].split(","))
        key = Path(image_environment()["RELSPACE_DATA_DIR"]) / "ssh_host_ed25519_key"
        assert f"./secrets/ssh_host_ed25519_key:{key}:ro" in one["volumes"]
