package dev.goldenrod.dataplane.remote.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.goldenrod.agent.AgentGateway.Channel;
import dev.goldenrod.agent.AgentGateway.Session;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.port.AgentRegistry;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests invalid and unexpected messages of agents. */
@Timeout(900)
class AgentSessionTest implements Channel {
  private final ControlPlane control = ControlPlane.builder().store(new InMemoryStore()).build();
  private final AgentHost host = new AgentHost(control.agents(), "9.9.9");
  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final List<String> closed = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    host.close();
    control.close();
  }

  @Override
  public void send(String text) {
    sent.add(text);
  }

  @Override
  public void close(String reason) {
    closed.add(reason);
  }

  private Session session() {
    String token = control.clusters().create(control.admin(), "edge").agentToken();
    return host.open(token, this).orElseThrow();
  }

  private static String hello(String protocol) {
    return """
    {"id": 1, "method": "hello", "params": {"protocol": %s, "release": "1.0", "kind": "local",
     "identity": "one", "location": "/srv", "display_name": "local"}}
    """
        .formatted(protocol);
  }

  private String answered() {
    await().until(() -> !sent.isEmpty());
    return sent.get(0);
  }

  @Test
  void a_token_of_no_cluster_opens_nothing() {
    assertThat(host.open("", this)).isEmpty();
    assertThat(host.open("grt_unknown", this)).isEmpty();
    assertThat(host.open(control.clusters().create(control.admin(), "a").agentToken(), this))
        .isPresent();
  }

  @Test
  void a_protocol_too_far_away_is_refused_for_good_by_a_line_that_names_both() {
    session().receive(hello("{\"major\": 2, \"minor\": 0}"));

    assertThat(answered())
        .contains("-32003")
        .contains("agent 1.0 uses protocol 2.0, but control plane 9.9.9 uses 1.1");
  }

  @Test
  void a_minor_version_next_to_this_one_is_let_in_and_asked_at_once() {
    session().receive(hello("{\"major\": 1, \"minor\": 1, \"patch\": 7}"));

    assertThat(answered()).contains("\"method\":\"claimed-by\"");
  }

  @Test
  void a_hello_of_another_shape_and_questions_are_refused() {
    Session session = session();
    session.receive("{\"id\": 1, \"method\": \"hello\", \"params\": {\"release\": \"1.0\"}}");
    assertThat(answered()).contains("-32602").contains("not a valid Hello");
    sent.clear();
    session.receive("{\"id\": 2, \"method\": \"databases.credentials\", \"params\": {}}");

    assertThat(answered()).contains("-32601");
  }

  @Test
  void a_second_hello_is_refused() {
    Session session = session();
    session.receive(hello("{\"major\": 1, \"minor\": 0}"));
    answered();
    sent.clear();
    session.receive(hello("{\"major\": 1, \"minor\": 0}").replace("\"id\": 1", "\"id\": 2"));

    assertThat(answered()).contains("\"id\":2").contains("hello was sent before");
  }

  @Test
  void notifications_before_the_hello_mean_nothing() {
    Session session = session();
    session.receive("{\"method\": \"status\", \"params\": {\"message\": \"m\"}}");
    session.receive("{\"method\": \"changed\", \"params\": {\"id\": \"no id\"}}");
    session.ended();

    assertThat(sent).isEmpty();
    assertThat(control.clusters().list(control.admin()))
        .extracting(Cluster::lastSeenAt)
        .containsOnlyNulls();
  }

  @Test
  void the_end_of_a_connection_keeps_nobody_waiting() {
    SlowRegistry slow = new SlowRegistry();
    try (AgentHost patient = new AgentHost(slow, "9.9.9")) {
      Session session = patient.open("any", this).orElseThrow();
      session.receive(hello("{\"major\": 1, \"minor\": 0}"));
      answered();

      assertTimeoutPreemptively(Duration.ofSeconds(10), session::ended);
      await().until(() -> slow.detaching.getCount() == 0);
    }
  }

  /** A registry in which detaching never ends, as if a call in the data plane were running. */
  private static final class SlowRegistry implements AgentRegistry {
    final CountDownLatch detaching = new CountDownLatch(1);

    @Override
    public Optional<Cluster> clusterOf(String token) {
      UUID id = UUID.randomUUID();
      return Optional.of(
          new Cluster(id, id, "edge", ClusterKind.AGENT, "one", "hash", null, Instant.EPOCH));
    }

    @Override
    public void attach(Cluster cluster, DataPlane dataPlane) {}

    @Override
    public void detach(DataPlane dataPlane) {
      detaching.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
