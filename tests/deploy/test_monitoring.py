"""Alerts and the dashboard ask for metrics that the server has."""

import json
import re
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, ProcessCollector

from relspace_server.ops.exposition import FIGURES, PREFIX

from .files import DEPLOY, image_environment, read_yaml

DASHBOARD = json.loads((DEPLOY / "grafana" / "dashboards" / "relative-space.json").read_text())

ENDINGS = {"histogram": ("_bucket", "_sum", "_count")}

LABELS = {"instance", "job", "le"} | {figure.label for figure in FIGURES if figure.label}


def names() -> set[str]:
    """The name of every sample that the server gives out."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    process = {sample.name for family in registry.collect() for sample in family.samples}
    own = {PREFIX + one.name + ending for one in FIGURES for ending in ENDINGS.get(one.kind, ("",))}
    return process | own | {"up"}


def alerts() -> list[dict[str, Any]]:
    return [rule for group in read_yaml("alerts.yml")["groups"] for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    return list(DASHBOARD["panels"])


EXPRESSIONS = {
    **{alert["alert"]: alert["expr"] for alert in alerts()},
    **{f"{panel['title']} {target['refId']}": target["expr"] for panel in panels() for target in panel["targets"]},
}


@pytest.mark.parametrize("expression", EXPRESSIONS.values(), ids=EXPRESSIONS.keys())
def test_every_metric_and_label_is_one_that_the_server_has(expression: str) -> None:
    asked = set(re.findall(r"\b(?:relspace_\w+|process_\w+|up)\b", expression))
    assert asked
    assert asked <= names()
    labels = set(re.findall(r"(\w+)(?:=~|!=|=)\"", expression))
    labels |= {each for found in re.findall(r"by \(([^)]*)\)", expression) for each in found.split(", ")}
    assert labels <= LABELS
    assert expression.count("(") == expression.count(")")


@pytest.mark.parametrize("expression", EXPRESSIONS.values(), ids=EXPRESSIONS.keys())
def test_totals_are_asked_for_by_their_growth(expression: str) -> None:
    for total in re.findall(r"relspace_\w+_(?:total|bucket)\b", expression):
        assert re.search(rf"(?:rate|increase)\({total}\b", expression), total


def test_an_alert_says_what_is_wrong_and_what_to_do() -> None:
    found = alerts()
    assert len({alert["alert"] for alert in found}) == len(found)
    for alert in found:
        assert set(alert["annotations"]) == {"summary", "action"}
        assert alert["labels"]["severity"] in {"page", "warn"}
        assert "{{ $labels.instance }}" in alert["annotations"]["summary"]


def test_what_matters_has_an_alert() -> None:
    asked = " ".join(alert["expr"] for alert in alerts())
    for name in ("up", "store_healthy", "disk_free_bytes", "loop_lag_seconds", "connections_refused_total"):
        assert name in asked


def test_prometheus_asks_the_servers_that_compose_starts() -> None:
    (job,) = read_yaml("prometheus.yml")["scrape_configs"]
    assert f'job="{job["job_name"]}"' in next(one["expr"] for one in alerts() if one["alert"] == "ServerDown")
    assert read_yaml("prometheus.yml")["rule_files"] == ["alerts.yml"]
    assert job["file_sd_configs"] == [{"files": ["targets.yml"]}]
    port = image_environment()["RELSPACE_METRICS_PORT"]
    for file, compose in (("targets.yml", "compose.yaml"), ("targets.cluster.yml", "compose.cluster.yaml")):
        (group,) = read_yaml(file)
        services = read_yaml(compose)["services"]
        nodes = [name for name, one in services.items() if one.get("image") == "relative-space"]
        assert group["targets"] == [f"{node}:{port}" for node in nodes]
        mounts = services["prometheus"]["volumes"]
        assert f"./{file}:/etc/prometheus/targets.yml:ro" in mounts
        for node in nodes:
            assert services[node]["environment"]["RELSPACE_METRICS_HOST"] == "0.0.0.0"


def test_the_dashboard_finds_its_source_and_its_panels_do_not_overlap() -> None:
    (source,) = read_yaml("grafana/provisioning/datasources/prometheus.yml")["datasources"]
    assert source["url"] == "http://prometheus:9090"
    assert {panel["datasource"]["uid"] for panel in panels()} == {source["uid"]}
    (provider,) = read_yaml("grafana/provisioning/dashboards/relative-space.yml")["providers"]
    mounts = read_yaml("compose.monitoring.yaml")["services"]["grafana"]["volumes"]
    assert f"./grafana/dashboards:{provider['options']['path']}:ro" in mounts
    places = [panel["gridPos"] for panel in panels()]
    cells = [
        (x, y)
        for place in places
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) < 24
