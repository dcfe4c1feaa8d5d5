package dev.goldenrod.dataplane.k8s.declared;

import static dev.goldenrod.dataplane.k8s.declared.DeclaredObjectsFixture.condition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.control.Quotas;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.idempotency.IdempotencyRecord;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures of declared Clones, as their conditions show them. */
@Timeout(900)
@Tag("simulated")
class DeclaredFailuresTest {
  private static final String SHOP = "{'golden': 'shop', 'ttl': '8h'}";

  @AutoClose private final DeclaredObjectsFixture declaring = new DeclaredObjectsFixture();

  @Test
  void a_server_that_dies_between_the_launch_and_its_status_leaves_one_clone() {
    declaring.cluster().faults().fail(Integer.MAX_VALUE, "patch", "clones/status", 422);
    declaring.startServer();
    declaring.declareClone("preview", SHOP);
    DeclaredObjectsFixture.await(() -> instances().size() == 1);
    declaring.stopServers();
    declaring.cluster().faults().clear();
    declaring.change(
        ResourceType.CLONE, "preview", spec -> spec.add("ttl", new JsonPrimitive("9h")));

    declaring.startServer();

    JsonObject clone = declaring.awaitClone("preview", "True", "Ready");
    assertThat(instances()).hasSize(1);
    assertThat(Tree.text(clone, "status", "id")).isEqualTo(instances().get(0).id().toString());
  }

  @Test
  void what_was_launched_and_never_told_of_is_deleted_with_its_declaration() {
    declaring.cluster().faults().fail(Integer.MAX_VALUE, "patch", "clones/status", 422);
    declaring.startServer();
    declaring.declareClone("preview", SHOP);
    DeclaredObjectsFixture.await(() -> instances().size() == 1);
    declaring.stopServers();
    declaring.delete(ResourceType.CLONE, "preview");

    declaring.startServer();

    declaring.awaitGone(ResourceType.CLONE, "preview");
    DeclaredObjectsFixture.await(() -> instances().isEmpty());
  }

  @Test
  void what_an_object_stands_for_is_known_as_long_as_the_object_is_there() {
    declaring.startServer();
    declaring.declareClone("preview", SHOP);
    String uid = Tree.text(declaring.awaitClone("preview", "True", "Ready"), "metadata", "uid");
    assertThat(declaring.keptFor(uid)).hasValue(IdempotencyRecord.LASTING);

    declaring.delete(ResourceType.CLONE, "preview");

    declaring.awaitGone(ResourceType.CLONE, "preview");
    DeclaredObjectsFixture.await(() -> declaring.keptFor(uid).isEmpty());
  }

  @Test
  void several_servers_launch_one_clone() {
    declaring.startServer();
    declaring.startServer();
    declaring.startServer();

    for (int i = 0; i < 5; i++) {
      declaring.declareClone("preview-" + i, SHOP);
    }

    for (int i = 0; i < 5; i++) {
      declaring.awaitClone("preview-" + i, "True", "Ready");
    }
    assertThat(instances()).hasSize(5);
  }

  @Test
  void a_refused_launch_is_told_and_tried_again() {
    declaring.control().quotas().change(declaring.admin(), new Quotas.Change(1, 100));
    declaring.startServer();
    declaring.declareClone("first", SHOP);
    declaring.awaitClone("first", "True", "Ready");

    declaring.declareClone("second", SHOP);
    JsonObject refused = declaring.awaitClone("second", "False", "QuotaExceeded");

    assertThat(condition(refused, "Stalled", "status")).isEqualTo("True");
    assertThat(condition(refused, "Stalled", "message")).contains("quota");

    declaring.delete(ResourceType.CLONE, "first");
    declaring.awaitClone("second", "True", "Ready");
  }

  @Test
  void a_golden_that_is_not_there_is_named() {
    declaring.startServer();
    declaring.declareClone("preview", "{'golden': 'nope', 'ttl': '8h'}");

    JsonObject clone = declaring.awaitClone("preview", "False", "InvalidInput");

    assertThat(condition(clone, "Ready", "message"))
        .contains("'nope' has no visible ready version");
    declaring.delete(ResourceType.CLONE, "preview");
    declaring.awaitGone(ResourceType.CLONE, "preview");
  }

  @Test
  void another_s_secret_is_never_overwritten() {
    JsonObject theirs =
        Tree.of(
            "metadata", Tree.of("name", "preview-clone"),
            "stringData", Tree.of("password", "theirs"));
    declaring
        .cluster()
        .objects()
        .create(ResourceType.SECRET, DeclaredObjectsFixture.NAMESPACE, theirs);
    declaring.startServer();
    declaring.declareClone("preview", SHOP);

    JsonObject clone = declaring.awaitClone("preview", "False", "SecretNameTaken");

    assertThat(condition(clone, "Stalled", "message")).contains("Secret preview-clone");
    assertThat(declaring.secret("preview-clone", "password")).isEqualTo("theirs");
  }

  @Test
  void credentials_that_are_reset_reach_the_secret() {
    declaring.startServer();
    declaring.declareClone("preview", SHOP);
    declaring.awaitClone("preview", "True", "Ready");

    String other =
        declaring
            .control()
            .instances()
            .resetCredentials(declaring.member(), instances().get(0).id())
            .password();

    DeclaredObjectsFixture.await(() -> declaring.secret("preview-clone", "password").equals(other));
  }

  @Test
  void a_secret_that_cannot_be_kept_is_told_of() {
    declaring.startServer();
    declaring.cluster().faults().forbid("create", "secrets");
    declaring.declareClone("preview", SHOP);

    JsonObject clone = declaring.awaitClone("preview", "False", "SecretRefused");

    assertThat(condition(clone, "Stalled", "message")).contains("lacks 'create' on secrets");
    declaring.cluster().faults().clear();
    declaring.awaitClone("preview", "True", "Ready");
  }

  @Test
  void namespaces_that_nobody_named_are_left_alone() {
    declaring.cluster().createNamespace("other");
    declaring.cluster().createNamespace("pr-7");
    declaring.startServer();
    declaring.declare(ResourceType.CLONE, "other", "preview", SHOP);
    declaring.declare(ResourceType.CLONE, "pr-7", "preview", SHOP);

    DeclaredObjectsFixture.await(() -> instances().size() == 1);

    JsonObject left = declaring.cluster().objects().get(ResourceType.CLONE, "other", "preview");
    assertThat(Tree.has(left, "status")).isFalse();
    assertThat(Tree.has(left, "metadata", "finalizers")).isFalse();
  }

  @Test
  void a_member_that_is_disabled_is_told_and_its_clone_stays_until_somebody_decides() {
    declaring.startServer();
    declaring.declareClone("preview", SHOP);
    declaring.awaitClone("preview", "True", "Ready");

    declaring
        .control()
        .members()
        .changeStatus(declaring.admin(), declaring.member().userId(), UserStatus.DISABLED);
    declaring.delete(ResourceType.CLONE, "preview");

    declaring.awaitClone("preview", "False", "MemberMissing");
    assertThat(instances()).hasSize(1);

    declaring.control().members().remove(declaring.admin(), declaring.member().userId());
    declaring.awaitGone(ResourceType.CLONE, "preview");
  }

  @Test
  void a_server_in_a_cluster_without_the_definitions_says_what_to_type() {
    declaring.cluster().faults().fail(Integer.MAX_VALUE, "list", "clones", 404);

    assertThatThrownBy(declaring::startServer)
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("clones")
        .hasMessageContaining(
            "kubectl apply --server-side --force-conflicts -f charts/goldenrod/crds");
  }

  @Test
  void what_is_declared_stays_when_its_definition_is_deleted() {
    declaring.startServer();
    declaring.declareClone("preview", SHOP);
    declaring.declare(
        ResourceType.DATABASE,
        DeclaredObjectsFixture.NAMESPACE,
        "orders",
        "{'engine': 'postgresql', 'version': '15'}");
    declaring.awaitClone("preview", "True", "Ready");
    declaring.await(ResourceType.DATABASE, "orders", "True", "Ready");

    for (ResourceType type : List.of(ResourceType.CLONE, ResourceType.DATABASE)) {
      declaring.endDefinition(type);
    }
    declaring.delete(ResourceType.CLONE, "preview");
    declaring.delete(ResourceType.DATABASE, "orders");

    declaring.awaitGone(ResourceType.CLONE, "preview");
    declaring.awaitGone(ResourceType.DATABASE, "orders");
    assertThat(instances()).extracting(Instance::phase).containsOnly(InstancePhase.READY);
    assertThat(declaring.control().databases().list(declaring.admin()))
        .extracting(Database::phase)
        .containsOnly(DatabasePhase.RUNNING);
  }

  @Test
  void nothing_is_deleted_as_long_as_the_definition_may_not_be_read() {
    declaring.startServer();
    declaring.declareClone("preview", SHOP);
    declaring.awaitClone("preview", "True", "Ready");
    declaring.cluster().faults().forbid("get", "customresourcedefinitions");

    declaring.delete(ResourceType.CLONE, "preview");
    JsonObject clone = declaring.awaitClone("preview", "False", "DefinitionUnreadable");

    assertThat(condition(clone, "Stalled", "message"))
        .contains("lacks 'get' on customresourcedefinitions");
    assertThat(instances()).hasSize(1);
    declaring.cluster().faults().clear();
    declaring.awaitGone(ResourceType.CLONE, "preview");
    DeclaredObjectsFixture.await(() -> instances().isEmpty());
  }

  private List<Instance> instances() {
    return declaring.control().instances().list(declaring.admin());
  }
}
