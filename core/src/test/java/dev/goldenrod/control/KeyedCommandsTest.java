package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.ShareScope;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.pool.PoolState;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands that are repeated under an idempotency key. */
class KeyedCommandsTest {
  private static final Instances.Launch SHOP =
      Instances.Launch.latest("shop", Duration.ofHours(8)).withSize(InstanceSize.MEDIUM);

  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;
  private final Instances instances = control.instances();
  private final Actor admin = fixture.admin;

  @BeforeEach
  void register() {
    fixture.golden("shop");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_launch_is_described_by_values_with_types() {
    assertThat(SHOP)
        .isEqualTo(new Instances.Launch("shop", InstanceSize.MEDIUM, Ttl.parse("8h"), 0));
    assertThat(SHOP.withVersion(3).version()).isEqualTo(3);
    assertRefused(
        ErrorCode.INVALID_INPUT_BECAUSE, () -> Instances.Launch.latest("shop", Duration.ZERO));
  }

  @Test
  void a_repeated_launch_finds_the_instance_of_the_first_as_it_is_now() {
    Instance first = instances.launch(admin, SHOP, Idempotency.key("pull-request-7"));
    fixture.settle();

    Instance again = instances.launch(admin, SHOP, Idempotency.key("pull-request-7"));

    assertThat(again.id()).isEqualTo(first.id());
    assertThat(again.phase()).isEqualTo(InstancePhase.READY);
    assertThat(instances.list(admin)).containsExactly(again);
  }

  @Test
  void a_repeated_launch_is_not_refused_for_the_name_that_the_first_took() {
    Instances.Launch named = SHOP.named("pr-7");
    Instance first = instances.launch(admin, named, Idempotency.key("k"));

    assertThat(instances.launch(admin, named, Idempotency.key("k"))).isEqualTo(first);
    assertThat(first.name()).isEqualTo("pr-7");
    assertRefused(
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        () -> instances.launch(admin, SHOP.named("pr-8"), Idempotency.key("k")));
  }

  @Test
  void another_key_another_member_and_another_day_are_launches_of_their_own() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    Instance first = instances.launch(admin, SHOP, Idempotency.key("k"));

    assertThat(instances.launch(admin, SHOP, Idempotency.key("other")).id())
        .isNotEqualTo(first.id());
    assertThat(instances.launch(dev, SHOP, Idempotency.key("k")).id()).isNotEqualTo(first.id());
    fixture.clock.advance(Duration.ofHours(24).plusMillis(1));
    assertThat(instances.launch(admin, SHOP, Idempotency.key("k")).id()).isNotEqualTo(first.id());
  }

  @Test
  void a_key_stands_for_one_command() {
    instances.launch(admin, SHOP, Idempotency.key("k"));

    assertRefused(
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        () -> instances.launch(admin, SHOP.withSize(InstanceSize.LARGE), Idempotency.key("k")));
    assertRefused(
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        () -> control.databases().create(admin, database(), Idempotency.key("k")));
  }

  @Test
  void a_refused_launch_leaves_its_key_free_and_one_that_is_gone_is_not_made_again() {
    control.quotas().change(admin, new Quotas.Change(1, 0));
    instances.launch(admin, SHOP, Idempotency.key("first"));
    assertRefused(
        ErrorCode.QUOTA_EXCEEDED, () -> instances.launch(admin, SHOP, Idempotency.key("k")));
    control.quotas().change(admin, new Quotas.Change(2, 0));

    Instance launched = instances.launch(admin, SHOP, Idempotency.key("k"));
    instances.delete(admin, launched.id());
    fixture.settle();

    assertRefused(ErrorCode.NOT_FOUND, () -> instances.launch(admin, SHOP, Idempotency.key("k")));
  }

  @Test
  void a_key_is_short_and_can_be_seen() {
    for (String key : new String[] {"", "a b", "\u00e9", "k".repeat(256)}) {
      assertRefused(
          ErrorCode.INVALID_INPUT, () -> instances.launch(admin, SHOP, Idempotency.key(key)));
    }
  }

  @Test
  void databases_and_imports_are_repeated_under_a_key_too() {
    Database made = control.databases().create(admin, database(), Idempotency.key("database"));
    assertThat(control.databases().create(admin, database(), Idempotency.key("database")))
        .isEqualTo(made);
    assertThat(control.databases().list(admin)).containsExactly(made);

    Imports.Start command = new Imports.Start(source().id(), "fresh", null);
    ImportJob started = control.imports().start(admin, command, Idempotency.key("import"));
    assertThat(control.imports().start(admin, command, Idempotency.key("import")))
        .isEqualTo(started);
    assertThat(control.imports().list(admin)).containsExactly(started);
  }

  @Test
  void a_repeated_registration_is_the_first_version() {
    Goldens.RegisterVersion command =
        Goldens.RegisterVersion.of("shop", Substrate.POSTGRES, "vsc-2");

    Goldens.RegisteredVersion first =
        control.goldens().register(admin, command, Idempotency.key("k"));

    assertThat(first.version()).isEqualTo(2);
    assertThat(control.goldens().register(admin, command, Idempotency.key("k"))).isEqualTo(first);
    assertThat(control.goldens().versions(admin, first.goldenId())).hasSize(2);
  }

  @Test
  void a_repeated_share_does_not_undo_what_came_after_it() {
    UUID shop = control.goldens().list(admin).get(0).golden().id();
    control.goldens().share(admin, shop, true, Idempotency.key("k"));
    control.goldens().share(admin, shop, false);

    Golden again = control.goldens().share(admin, shop, true, Idempotency.key("k"));

    assertThat(again.shareScope()).isEqualTo(ShareScope.ADMIN);
  }

  @Test
  void pools_and_sources_are_created_once_for_a_key() {
    Pools.Create pool = new Pools.Create("shop", 0, InstanceSize.SMALL, 1);
    PoolState stocked = control.pools().create(admin, pool, Idempotency.key("pool"));
    assertThat(control.pools().create(admin, pool, Idempotency.key("pool"))).isEqualTo(stocked);
    assertThat(control.pools().list(admin)).containsExactly(stocked);

    Sources.Create command = new Sources.Create(SourceKind.S3, Map.of(), "");
    Source source = control.sources().create(admin, command, Idempotency.key("source"));
    assertThat(control.sources().create(admin, command, Idempotency.key("source")))
        .isEqualTo(source);
    assertThat(control.sources().list(admin)).containsExactly(source);
  }

  @Test
  void a_repeated_stop_does_not_stop_what_was_started_since() {
    control.databases().create(admin, database());
    fixture.settle();
    control.databases().stop(admin, "kept", Idempotency.key("k"));
    control.databases().start(admin, "kept");

    Database again = control.databases().stop(admin, "kept", Idempotency.key("k"));

    assertThat(again.goal()).isEqualTo(Database.Goal.RUNNING);
  }

  @Test
  void a_repeated_snapshot_is_the_first_one() {
    control.databases().create(admin, database());
    fixture.settle();
    Snapshots.Take monday = new Snapshots.Take("monday", "");
    DatabaseSnapshot taken = control.snapshots().take(admin, "kept", monday, Idempotency.key("k"));

    assertThat(control.snapshots().take(admin, "kept", monday, Idempotency.key("k")))
        .isEqualTo(taken);
    assertThat(control.snapshots().list(admin, "kept")).containsExactly(taken);
  }

  @Test
  void a_repeated_cancellation_finds_the_job_that_it_ended() {
    ImportJob job = control.imports().start(admin, new Imports.Start(source().id(), "fresh", null));
    control.imports().cancel(admin, job.id(), Idempotency.key("k"));
    fixture.settle();

    ImportJob again = control.imports().cancel(admin, job.id(), Idempotency.key("k"));

    assertThat(again.phase()).isEqualTo(ImportPhase.FAILED);
    assertRefused(ErrorCode.CONFLICT, () -> control.imports().cancel(admin, job.id()));
  }

  @Test
  void a_repeated_deletion_leaves_what_was_made_meanwhile_under_the_name() {
    control.databases().create(admin, database());
    fixture.settle();
    control.databases().delete(admin, "kept", false, Idempotency.key("k"));
    fixture.settle();
    Database other = control.databases().create(admin, database());

    control.databases().delete(admin, "kept", false, Idempotency.key("k"));

    assertThat(control.databases().find(admin, "kept")).isEqualTo(other);
    assertRefused(
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        () -> control.databases().delete(admin, "kept", true, Idempotency.key("k")));
  }

  private static Databases.Create database() {
    return new Databases.Create("kept", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT);
  }

  private Source source() {
    return control
        .sources()
        .create(
            admin,
            new Sources.Create(
                SourceKind.RDS, Map.of("host", "db.example", "dbname", "shop"), "shop"));
  }

  @Test
  void a_request_that_was_given_up_is_never_carried_out() {
    Idempotency<Instance> request = request();

    assertThat(control.idempotencyKeys().giveUp(admin, request)).isEmpty();

    assertRefused(ErrorCode.CONFLICT_BECAUSE, () -> launchBy(request));
    assertRefused(ErrorCode.REQUEST_IN_PROGRESS, () -> instances.launch(admin, SHOP, request));
    assertThat(instances.list(admin)).isEmpty();
    assertThat(control.idempotencyKeys().giveUp(admin, request)).isEmpty();
  }

  @Test
  void giving_up_a_request_that_was_carried_out_tells_what_it_made() {
    Idempotency<Instance> request = request();
    String made = launchBy(request);

    assertThat(control.idempotencyKeys().giveUp(admin, request)).hasValue(made);
    assertThat(launchBy(request)).isEqualTo(made);
    assertRefused(
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        () -> control.idempotencyKeys().giveUp(admin, request("another")));
  }

  @Test
  void a_lasting_key_is_kept_until_it_is_forgotten() {
    Idempotency<Instance> request = request().lasting();
    String made = launchBy(request);
    fixture.clock.advance(Duration.ofDays(400));
    instances.launch(admin, SHOP, Idempotency.key("deletes-old-keys"));
    assertThat(launchBy(request)).isEqualTo(made);

    control.idempotencyKeys().forget(admin, request);

    assertThat(launchBy(request)).isNotEqualTo(made);
  }

  private static Idempotency<Instance> request() {
    return request("request");
  }

  private static Idempotency<Instance> request(String fingerprint) {
    return Idempotency.request("k", fingerprint, made -> made.id().toString());
  }

  private String launchBy(Idempotency<Instance> request) {
    return control
        .idempotencyKeys()
        .answer(
            admin,
            request,
            kept -> kept,
            () -> instances.launch(admin, SHOP, request).id().toString());
  }

  @Test
  void credentials_that_a_program_knows_are_not_handed_out_again() {
    Instance clone = instances.launch(admin, SHOP);
    fixture.settle();

    Credentials first = instances.changedCredentials(admin, clone.id(), null).orElseThrow();
    assertThat(instances.changedCredentials(admin, clone.id(), first)).isEmpty();
    Credentials reset = instances.resetCredentials(admin, clone.id());

    assertThat(instances.changedCredentials(admin, clone.id(), first)).contains(reset);
    assertThat(control.auditLog().list(admin, 100, null))
        .filteredOn(event -> event.action().equals("instance.credentials.read"))
        .hasSize(2);
  }
}
