package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Node;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.object.Conditions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.Takeover;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Node port endpoints while nodes come and go. */
@Timeout(900)
@Tag("slow")
class SimulatedNodePortsTest extends SimulatedDatabaseFixture {
  private static final String OTHER_HOST = "localhost";

  private final Set<UUID> changed = ConcurrentHashMap.newKeySet();
  private String port;

  @BeforeEach
  void note_its_port() {
    String endpoint = plane.databases().observe(spec.id()).endpoint();
    assertThat(endpoint).startsWith("127.0.0.1:");
    port = endpoint.substring(endpoint.indexOf(':'));
  }

  @Test
  void a_database_is_reached_at_another_node_when_that_of_its_endpoint_is_gone()
      throws SQLException {
    plane.onChange(changed::add);
    addNode("other", OTHER_HOST);

    change(Node.NAME, status -> Conditions.set(status, "Ready", false, "NodeLost", ""));

    databases.awaitSeen(
        spec,
        seen ->
            seen.state() == DatabaseState.READY
                && seen.endpoint().equals(OTHER_HOST + port)
                && changed.contains(spec.id()));
    assertThat(databases.login(spec).host()).isEqualTo(OTHER_HOST);
    assertThat(PostgresValue.read(databases.login(spec))).isEmpty();
  }

  @Test
  void an_endpoint_is_taken_over_by_its_port_whatever_node_it_was_at() throws SQLException {
    DatabaseSpec branch = ObservedDatabases.of(new Origin.Database(spec.id()));
    databases.awaitReady(branch);
    PostgresValue.write(databases.login(branch), "of the branch");
    String asItWas = "node-that-is-gone.example" + port;

    DatabaseObservation seen = databases.awaitReady(branch.takingOver(new Takeover(1, asItWas)));

    assertThat(seen.endpoint()).isEqualTo("127.0.0.1" + port);
    assertThat(plane.databases().isAt(branch.id(), asItWas)).isTrue();
    assertThat(plane.databases().isAt(spec.id(), asItWas)).isFalse();
    assertThat(PostgresValue.read(databases.login(branch))).isEqualTo("of the branch");
  }

  @Test
  void a_service_that_is_deleted_comes_back_with_its_port() throws SQLException {
    deleteService(spec, spec);

    assertThat(databases.awaitReady(spec).endpoint()).isEqualTo("127.0.0.1" + port);
    assertThat(PostgresValue.read(databases.login(spec))).isEmpty();
  }

  @Test
  void one_whose_port_cannot_be_had_again_has_another() throws SQLException {
    namespace.cluster().faults().fail(1, "patch", "services", 422);

    deleteService(spec, spec);

    assertThat(databases.awaitReady(spec).endpoint()).doesNotEndWith(port);
    assertThat(PostgresValue.read(databases.login(spec))).isEmpty();
  }

  @Test
  void one_that_was_taken_over_comes_back_with_its_name_and_port() {
    DatabaseSpec branch = ObservedDatabases.of(new Origin.Database(spec.id()));
    databases.awaitReady(branch);
    String endpoint = "127.0.0.1" + port;
    databases.awaitReady(branch.takingOver(new Takeover(1, endpoint)));

    deleteService(spec, branch);

    assertThat(databases.awaitReady(branch).endpoint()).isEqualTo(endpoint);
    assertThat(plane.databases().isAt(branch.id(), endpoint)).isTrue();
  }

  /** Deletes the Service of the first database, and waits until its holder has a Service again. */
  private void deleteService(DatabaseSpec made, DatabaseSpec holder) {
    ObjectApi objects = namespace.cluster().objects();
    objects.delete(ResourceType.SERVICE, NAMESPACE, "ep-" + made.id(), DeleteOptions.NONE);
    Awaiting.await("another Service")
        .until(
            () -> {
              plane.databases().ensure(holder);
              return objects.store().list(ResourceType.SERVICE, NAMESPACE).stream()
                  .map(service -> Tree.map(service, "spec", "selector"))
                  .anyMatch(selector -> selector.containsValue(holder.id().toString()));
            });
  }

  private void addNode(String name, String address) {
    namespace
        .cluster()
        .objects()
        .create(ResourceType.NODE, "", Tree.of("metadata", Tree.of("name", name)));
    JsonArray addresses = new JsonArray();
    addresses.add(Tree.of("type", "InternalIP", "address", address));
    change(
        name,
        status -> {
          status.add("addresses", addresses);
          Conditions.set(status, "Ready", true, "KubeletReady", "");
        });
  }

  private void change(String node, Consumer<JsonObject> status) {
    namespace
        .cluster()
        .objects()
        .update(
            ResourceType.NODE,
            "",
            node,
            WriteScope.ALL,
            is -> {
              status.accept(Tree.ensure(is, "status"));
              return is;
            });
  }
}
