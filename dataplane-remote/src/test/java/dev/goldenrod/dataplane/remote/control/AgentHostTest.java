package dev.goldenrod.dataplane.remote.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.agent.AgentGateway;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.DataPlaneKind;
import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests how a control plane treats the messages of agents. */
class AgentHostTest {
  private final InMemoryStore store = new InMemoryStore();
  private final ControlPlane control = ControlPlane.builder().store(store).build();
  private final AgentHost host = new AgentHost(control.agents(), "0.2.0");
  private final Clusters.Created edge = control.clusters().create(control.admin(), "edge");
  private final Line line = new Line();

  private static final class Line implements AgentGateway.Channel {
    final List<String> sent = new CopyOnWriteArrayList<>();
    volatile String end = "";

    @Override
    public void send(String text) {
      sent.add(text);
    }

    @Override
    public void close(String reason) {
      end = reason;
    }
  }

  @AfterEach
  void close() {
    host.close();
    control.close();
    store.close();
  }

  @Test
  void only_known_kinds_are_kept_and_a_release_loses_what_controls_a_terminal() {
    assertThat(told("a\\u001b[31mkind", "1.2\\n\\u00073").dataPlane())
        .isEqualTo(new DataPlaneRelease(null, "1.2 3"));
  }

  @Test
  void a_release_is_cut() {
    DataPlaneRelease release = told("local", "1".repeat(5_000)).dataPlane();
    assertThat(release.kind()).isEqualTo(DataPlaneKind.LOCAL);
    assertThat(release.version()).hasSizeLessThan(3_000).endsWith("…");
  }

  @Test
  void who_has_no_clusters_token_is_not_let_in() {
    assertThat(host.open("grt_unknown", line)).isEmpty();
    control.clusters().delete(control.admin(), edge.cluster().id());
    assertThat(host.open(edge.agentToken(), line)).isEmpty();
  }

  private Cluster told(String kind, String release) {
    AgentGateway.Session session = host.open(edge.agentToken(), line).orElseThrow();
    session.receive(
        """
        {"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {
          "protocol": {"major": 1, "minor": 0}, "release": "%s", "kind": "%s",
          "identity": "far", "location": "/far", "display_name": "far"}}
        """
            .formatted(release, kind));
    Awaitility.await().until(() -> !line.sent.isEmpty());
    Cluster cluster = control.clusters().find(control.admin(), edge.cluster().id());
    session.ended();
    return cluster;
  }
}
