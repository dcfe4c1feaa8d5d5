package dev.goldenrod.dataplane.k8s.declared;

import static dev.goldenrod.dataplane.k8s.declared.DeclaredObjectsFixture.condition;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.instance.Credentials;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
@Tag("simulated")
class DeclaredDatabasesTest {
  private static final String EMPTY = "{'engine': 'postgresql', 'version': '15'}";

  @AutoClose private final DeclaredObjectsFixture declaring = DeclaredObjectsFixture.withServer();

  @Test
  void an_empty_database_is_made_with_what_is_declared() {
    declare("orders", "{'engine': 'postgresql', 'version': '15', 'memory': '1g', 'cpu': '2'}");

    JsonObject object = awaitReady("orders");

    Database database = only();
    assertThat(database.name()).isEqualTo("previews-orders");
    assertThat(database.ownerId()).isEqualTo(declaring.member().userId());
    assertThat(database.template().config().memory()).isEqualTo(Memory.G1);
    assertThat(database.template().config().storage()).isEqualTo(Storage.G5);
    assertThat(Tree.text(object, "status", "name")).isEqualTo("previews-orders");
    assertThat(Tree.text(object, "status", "engine")).isEqualTo("postgresql");
    assertThat(Tree.text(object, "status", "phase")).isEqualTo("running");
    Credentials credentials =
        declaring.control().databases().credentials(declaring.member(), database);
    assertThat(declaring.secret("orders-database", "uri")).isEqualTo(credentials.uri());
  }

  @Test
  void resources_may_be_written_as_kubernetes_writes_them() {
    declare(
        "orders",
        "{'engine': 'postgresql', 'version': '15', 'memory': '1Gi', 'storage': '10Gi', 'cpu': 2}");
    declare(
        "invoices", "{'engine': 'postgresql', 'version': '15', 'memory': '256Mi', 'cpu': '500m'}");

    awaitReady("orders");
    awaitReady("invoices");
    assertThat(databases())
        .extracting(database -> database.template().config())
        .containsExactlyInAnyOrder(
            new DatabaseConfig(Memory.G1, Storage.G10, Cpu.TWO),
            new DatabaseConfig(Memory.M256, Storage.G5, Cpu.HALF));
  }

  @Test
  void an_empty_database_is_made_in_the_cluster_that_it_is_declared_in() {
    declaring.registerOlderCluster();

    declare("orders", EMPTY);

    awaitReady("orders");
    assertThat(only().clusterId())
        .isEqualTo(
            declaring.control().clusters().idOf(declaring.dataPlane().identity()).orElseThrow());
  }

  @Test
  void changed_resources_are_given_to_it() {
    declare("orders", EMPTY);
    awaitReady("orders");

    change("orders", "storage", new JsonPrimitive("10g"));

    DeclaredObjectsFixture.await(() -> only().template().config().storage() == Storage.G10);
    declaring.await(
        ResourceType.DATABASE,
        "orders",
        object ->
            Tree.number(object, 0, "status", "observedGeneration") == 2
                && condition(object, "Ready", "status").equals("True"));
  }

  @Test
  void less_storage_is_refused_and_the_database_stays_ready() {
    declare("orders", EMPTY);
    awaitReady("orders");

    change("orders", "storage", new JsonPrimitive("1g"));

    JsonObject object =
        declaring.await(
            ResourceType.DATABASE,
            "orders",
            one -> condition(one, "Stalled", "reason").equals("InvalidInput"));
    assertThat(condition(object, "Stalled", "message")).contains("storage can only grow");
    assertThat(condition(object, "Ready", "status")).isEqualTo("True");
  }

  @Test
  void it_is_stopped_and_started_as_declared() {
    declare("orders", EMPTY);
    awaitReady("orders");

    change("orders", "running", new JsonPrimitive(false));
    declaring.await(ResourceType.DATABASE, "orders", "False", "Stopped");
    change("orders", "running", new JsonPrimitive(true));

    awaitReady("orders");
  }

  @Test
  void a_branch_is_made_of_a_database_or_of_a_snapshot() {
    declare("orders", EMPTY);
    awaitReady("orders");
    DatabaseSnapshot snapshot =
        declaring
            .control()
            .snapshots()
            .take(declaring.member(), "previews-orders", new Snapshots.Take("nightly", ""));
    declaring.control().snapshots().awaitTaken(snapshot, Duration.ofSeconds(30)).join();

    declare("of-database", "{'name': 'one', 'origin': {'database': 'previews-orders'}}");
    declare(
        "of-snapshot", "{'name': 'two', 'origin': {'snapshot': '%s'}}".formatted(snapshot.id()));

    awaitReady("of-database");
    awaitReady("of-snapshot");
    assertThat(databases())
        .extracting(Database::name)
        .containsExactlyInAnyOrder("previews-orders", "one", "two");
  }

  @Test
  void one_that_has_branches_stays_until_they_are_gone() {
    declare("orders", EMPTY);
    awaitReady("orders");
    declare("branch", "{'origin': {'database': 'previews-orders'}}");
    awaitReady("branch");

    declaring.delete(ResourceType.DATABASE, "orders");
    declaring.await(ResourceType.DATABASE, "orders", "False", "DatabaseHasBranches");
    assertThat(databases()).hasSize(2);

    declaring.delete(ResourceType.DATABASE, "branch");
    declaring.awaitGone(ResourceType.DATABASE, "orders");
    DeclaredObjectsFixture.await(() -> databases().isEmpty());
  }

  @Test
  void a_name_that_is_taken_is_told_and_nothing_of_another_is_touched() {
    declaring
        .control()
        .databases()
        .create(
            declaring.member(),
            new Databases.Create("orders", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));

    declare("mine", "{'name': 'orders', 'engine': 'postgresql', 'version': '15'}");

    declaring.await(ResourceType.DATABASE, "mine", "False", "DatabaseNameTaken");
    declaring.delete(ResourceType.DATABASE, "mine");
    declaring.awaitGone(ResourceType.DATABASE, "mine");
    assertThat(only().name()).isEqualTo("orders");
  }

  @Test
  void what_an_object_stood_for_stays_when_its_finalizer_was_taken_away() {
    declare("orders", EMPTY);
    awaitReady("orders");
    declaring.letGo(ResourceType.DATABASE, "orders");
    change("orders", "memory", new JsonPrimitive("1g"));
    DeclaredObjectsFixture.await(() -> only().template().config().memory() == Memory.G1);

    declaring.delete(ResourceType.DATABASE, "orders");

    assertThat(declaring.find(ResourceType.DATABASE, "orders")).isEmpty();
    assertThat(only().name()).isEqualTo("previews-orders");
  }

  @Test
  void one_that_its_member_deletes_is_not_made_again() {
    declare("orders", EMPTY);
    awaitReady("orders");

    declaring.control().databases().delete(declaring.member(), "previews-orders", false);
    change("orders", "memory", new JsonPrimitive("1g"));

    JsonObject object = declaring.await(ResourceType.DATABASE, "orders", "False", "Deleted");
    assertThat(condition(object, "Stalled", "message"))
        .isEqualTo(
            "database previews-orders was deleted through the API; delete this Database and create another");
    declaring.delete(ResourceType.DATABASE, "orders");
    declaring.awaitGone(ResourceType.DATABASE, "orders");
    DeclaredObjectsFixture.await(() -> databases().isEmpty());
  }

  @Test
  void one_that_another_member_owns_now_is_not_called_deleted() {
    declare("orders", EMPTY);
    awaitReady("orders");

    declaring.changeOwner(only(), declaring.admin());

    JsonObject object = declaring.await(ResourceType.DATABASE, "orders", "False", "Forbidden");
    assertThat(condition(object, "Stalled", "message"))
        .startsWith("database previews-orders belongs to another member than the namespace's")
        .contains("--kube-resources", "remove the finalizers");
    assertThat(Tree.text(object, "status", "phase")).isEqualTo("running");
  }

  private void declare(String name, String spec) {
    declaring.declare(ResourceType.DATABASE, DeclaredObjectsFixture.NAMESPACE, name, spec);
  }

  private void change(String name, String field, JsonPrimitive value) {
    declaring.change(ResourceType.DATABASE, name, spec -> spec.add(field, value));
  }

  private JsonObject awaitReady(String name) {
    return declaring.await(ResourceType.DATABASE, name, "True", "Ready");
  }

  private List<Database> databases() {
    return declaring.control().databases().list(declaring.admin());
  }

  private Database only() {
    assertThat(databases()).hasSize(1);
    return databases().get(0);
  }
}
