package dev.goldenrod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.client.ApiException.Child;
import dev.goldenrod.client.ApiException.ErrorDetail;
import dev.goldenrod.client.AuditLog.AuditEvent;
import dev.goldenrod.client.Auth.Session;
import dev.goldenrod.client.Databases.BranchDatabaseRequest;
import dev.goldenrod.client.Databases.CreateDatabaseRequest;
import dev.goldenrod.client.Databases.Database;
import dev.goldenrod.client.Databases.RequestedDatabaseConfig;
import dev.goldenrod.client.Databases.UpdateDatabaseRequest;
import dev.goldenrod.client.Goldens.Golden;
import dev.goldenrod.client.Goldens.RegisterVersionRequest;
import dev.goldenrod.client.Imports.ImportJob;
import dev.goldenrod.client.Imports.StartImportRequest;
import dev.goldenrod.client.Instances.Instance;
import dev.goldenrod.client.Instances.LaunchInstanceRequest;
import dev.goldenrod.client.Invites.AcceptInviteRequest;
import dev.goldenrod.client.Invites.CreateInviteRequest;
import dev.goldenrod.client.Pools.CreatePoolRequest;
import dev.goldenrod.client.Pools.Pool;
import dev.goldenrod.client.Quotas.UpdateQuotaRequest;
import dev.goldenrod.client.Snapshots.BranchSnapshotRequest;
import dev.goldenrod.client.Snapshots.CreateSnapshotRequest;
import dev.goldenrod.client.Snapshots.DatabaseSnapshot;
import dev.goldenrod.client.Sources.CreateSourceRequest;
import dev.goldenrod.client.Tokens.CreateTokenRequest;
import dev.goldenrod.client.Users.User;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The main use cases, against a served control plane. */
@Timeout(900)
class RoadsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ServedFakes server = new ServedFakes();
  private final GoldenrodClient client = server.admin();

  @AfterEach
  void stop() {
    server.close();
  }

  private void register(String golden) {
    client.goldens().registerVersion(RegisterVersionRequest.of(golden, "postgres", "handle-1"));
  }

  @Test
  void a_clone_is_launched_used_and_destroyed() {
    register("shop");

    Instance launched =
        client
            .instances()
            .launch(LaunchInstanceRequest.of("shop", "8h").withSize("medium").withName("pr-17"));
    Instance ready = client.instances().awaitReady(launched.id(), MINUTE);

    assertThat(ready.size()).isEqualTo("medium");
    assertThat(ready.expiresAt()).isAfter(ready.createdAt());
    assertThat(client.instances().credentials(ready.id()).password()).isNotEmpty();
    assertThat(client.instances().reset(ready.id()).resetGeneration()).isEqualTo(1);
    client.instances().awaitReady(ready.id(), MINUTE);
    assertThat(client.instances().list("pr-17"))
        .extracting(Instance::name)
        .containsExactly("pr-17");
    assertThat(client.instances().list("pr-18")).isEmpty();

    client.instances().destroy(ready.id());
    client.instances().awaitDestroyed(ready.id(), MINUTE);
    assertThat(client.instances().find(ready.id())).isEmpty();
  }

  @Test
  void a_launch_with_a_key_of_ones_own_is_done_once() {
    register("shop");
    GoldenrodClient nightly = client.withIdempotencyKey("nightly-2026-11-23");

    Instance first = nightly.instances().launch(LaunchInstanceRequest.of("shop", "8h"));
    Instance second = nightly.instances().launch(LaunchInstanceRequest.of("shop", "8h"));

    assertThat(second.id()).isEqualTo(first.id());
    assertThat(client.instances().launch(LaunchInstanceRequest.of("shop", "8h")).id())
        .isNotEqualTo(first.id());
    assertThatThrownBy(() -> client.withIdempotencyKey("two words"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void what_is_wrong_with_a_launch_is_told() {
    ApiException refusal =
        catchThrowableOfType(
            ApiException.class,
            () -> client.instances().launch(LaunchInstanceRequest.of("shop", "soon")));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.details()).extracting(ErrorDetail::field).containsExactly("ttl");
    assertThat(refusal.requestId()).isNotEmpty();
  }

  @Test
  void a_golden_is_shown_with_its_versions_and_what_keeps_it() {
    register("shop");
    register("shop");
    Golden golden = client.goldens().list().get(0);
    Instance clone = client.instances().launch(LaunchInstanceRequest.of("shop", "8h"));
    client.instances().awaitReady(clone.id(), MINUTE);

    client.goldens().share(golden.id(), true);
    ApiException refusal =
        catchThrowableOfType(ApiException.class, () -> client.goldens().delete(golden.id()));

    assertThat(golden.latestVersion()).isEqualTo(2);
    assertThat(client.goldens().versions(golden.id())).hasSize(2);
    assertThat(client.goldens().list().get(0).shareScope()).isEqualTo("org");
    assertThat(refusal.children()).extracting(Child::id).containsExactly(clone.id());
    client.goldens().deleteWithClones(golden.id());
    client.instances().awaitDestroyed(clone.id(), MINUTE);
  }

  @Test
  void a_source_is_imported() {
    String source =
        client
            .sources()
            .create(
                CreateSourceRequest.of(
                        "rds",
                        Map.of(
                            "host", "db.example", "port", 5432, "dbname", "shop", "username", "me"))
                    .withScopedCredsRef("creds"))
            .id();

    ImportJob started = client.imports().start(StartImportRequest.of(source, "shop"));
    ImportJob finished = client.imports().awaitFinished(started.id(), MINUTE);

    assertThat(finished.finishedAt()).isNotNull();
    assertThat(client.sources().list().get(0).config()).containsEntry("port", 5432);
    assertThat(client.imports().stream()).extracting(ImportJob::id).containsExactly(started.id());
    client.imports().delete(started.id());
    assertThat(client.imports().list()).isEmpty();
    client.sources().delete(source);
  }

  @Test
  void a_database_is_stopped_branched_and_deleted() {
    Databases databases = client.databases();
    databases.create(
        CreateDatabaseRequest.of("shop", "postgresql", "16")
            .withConfig(RequestedDatabaseConfig.of().withMemory("1g")));
    Database shop = databases.awaitRunning("shop", MINUTE);
    assertThat(shop.config().memory()).isEqualTo("1g");
    assertThat(databases.get("shop").connection().password()).isNotEmpty();

    databases.branch("shop", BranchDatabaseRequest.of("shop-1").withDescription("a try"));
    assertThat(databases.awaitRunning("shop-1", MINUTE).parent()).isEqualTo("shop");
    assertThat(databases.branches("shop")).extracting(Database::name).containsExactly("shop-1");
    databases.update("shop-1", UpdateDatabaseRequest.of().withDescription("another"));

    databases.stop("shop");
    databases.awaitStopped("shop", MINUTE);
    assertThatThrownBy(() -> databases.awaitRunning("shop", MINUTE))
        .isInstanceOf(WaitException.class);
    databases.start("shop");
    databases.awaitRunning("shop", MINUTE);

    assertThatThrownBy(() -> databases.delete("shop")).isInstanceOf(ApiException.class);
    databases.deleteKeepingBranches("shop");
    databases.awaitDeleted("shop", MINUTE);
    assertThat(databases.get("shop-1").description()).isEqualTo("another");
  }

  @Test
  void a_snapshot_becomes_a_database() {
    client.databases().create(CreateDatabaseRequest.of("shop", "postgresql", "16"));
    client.databases().awaitRunning("shop", MINUTE);

    DatabaseSnapshot snapshot =
        client.snapshots().create("shop", CreateSnapshotRequest.of("before"));
    client.snapshots().branch(snapshot.id(), BranchSnapshotRequest.of("shop-then"));

    assertThat(client.databases().awaitRunning("shop-then", MINUTE).snapshotId())
        .isEqualTo(snapshot.id());
    assertThat(client.snapshots().list("shop")).hasSize(1);
  }

  @Test
  void a_member_is_invited_and_works_with_a_token() {
    String invite =
        client.invites().create(CreateInviteRequest.of("ann@example.org", "user")).inviteToken();
    GoldenrodClient nobody = new GoldenrodClient(client.connection().options().withToken(null));

    Session session =
        nobody.invites().accept(AcceptInviteRequest.of(invite, "correct horse battery"));
    GoldenrodClient ann = client.withToken(session.accessToken());
    String token = ann.tokens().create(CreateTokenRequest.of("nightly")).token();

    assertThat(client.withToken(token).auth().currentUser().email()).isEqualTo("ann@example.org");
    assertThat(ann.tokens().list()).hasSize(1);
    assertThat(nobody.auth().login("ann@example.org", "correct horse battery").user().role())
        .isEqualTo("user");
    ann.auth().logout();
    assertThatThrownBy(() -> ann.auth().currentUser())
        .isInstanceOfSatisfying(
            ApiException.class, refusal -> assertThat(refusal.status()).isEqualTo(401));

    User member =
        client.users().list().stream().filter(it -> it.role().equals("user")).findFirst().get();
    assertThat(client.users().updateStatus(member.id(), "disabled").status()).isEqualTo("disabled");
    assertThatThrownBy(() -> client.withToken(token).auth().currentUser())
        .isInstanceOf(ApiException.class);
  }

  @Test
  void a_pool_keeps_clones_ready() {
    register("shop");

    Pool pool = client.pools().create(CreatePoolRequest.of("shop", 2));

    assertThat(client.pools().update(pool.id(), 3).target()).isEqualTo(3);
    assertThat(client.pools().list()).extracting(Pool::id).containsExactly(pool.id());
    client.pools().delete(pool.id());
    assertThat(client.pools().list()).isEmpty();
  }

  @Test
  void an_administrator_sees_what_there_is() {
    client.quotas().update(UpdateQuotaRequest.of().withMaxInstancesPerUser(3));
    client.clusters().create("east");

    assertThat(client.quotas().get().maxInstancesPerUser()).isEqualTo(3);
    assertThat(client.clusters().list()).hasSize(2);
    assertThat(client.engines().list()).isNotEmpty();
    assertThat(client.service().health().status()).isEqualTo("ok");
    assertThat(client.service().readiness().checks()).isNotEmpty();
    assertThat(client.service().clientConfig().cli()).isNotNull();
    assertThat(client.service().openApi().path("openapi").asText()).startsWith("3.");
    assertThat(client.auditLog().stream()).extracting(AuditEvent::action).hasSizeGreaterThan(1);
  }

  @Test
  void a_name_that_would_be_another_path_is_refused() {
    assertThatThrownBy(() -> client.databases().delete(".."))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.instances().destroy(""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(client.databases().find("a/b?c#d")).isEmpty();
  }
}
