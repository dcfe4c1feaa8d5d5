package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.idempotency.IdempotencyRecord;
import dev.goldenrod.idempotency.RenderedResponse;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a program may repeat under a key of its own. */
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
    Instance first = instances.launch(admin, SHOP, "pull-request-7");
    fixture.settle();

    Instance again = instances.launch(admin, SHOP, "pull-request-7");

    assertThat(again.id()).isEqualTo(first.id());
    assertThat(again.phase()).isEqualTo(InstancePhase.READY);
    assertThat(instances.list(admin)).containsExactly(again);
  }

  @Test
  void another_key_another_member_and_another_day_are_launches_of_their_own() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    Instance first = instances.launch(admin, SHOP, "k");

    assertThat(instances.launch(admin, SHOP, "other").id()).isNotEqualTo(first.id());
    assertThat(instances.launch(dev, SHOP, "k").id()).isNotEqualTo(first.id());
    fixture.clock.advance(Duration.ofHours(24).plusMillis(1));
    assertThat(instances.launch(admin, SHOP, "k").id()).isNotEqualTo(first.id());
  }

  @Test
  void a_key_stands_for_one_command() {
    instances.launch(admin, SHOP, "k");

    assertRefused(
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        () -> instances.launch(admin, SHOP.withSize(InstanceSize.LARGE), "k"));
    assertRefused(
        ErrorCode.IDEMPOTENCY_KEY_REUSED, () -> control.databases().create(admin, database(), "k"));
  }

  @Test
  void a_refused_launch_leaves_its_key_free_and_one_that_is_gone_is_not_made_again() {
    control.quotas().change(admin, new Quotas.Change(1, 0));
    instances.launch(admin, SHOP, "first");
    assertRefused(ErrorCode.QUOTA_EXCEEDED, () -> instances.launch(admin, SHOP, "k"));
    control.quotas().change(admin, new Quotas.Change(2, 0));

    Instance launched = instances.launch(admin, SHOP, "k");
    instances.destroy(admin, launched.id());
    fixture.settle();

    assertRefused(ErrorCode.NOT_FOUND, () -> instances.launch(admin, SHOP, "k"));
  }

  @Test
  void a_key_is_short_and_can_be_seen() {
    for (String key : new String[] {"", "a b", "\u00e9", "k".repeat(256)}) {
      assertRefused(ErrorCode.INVALID_INPUT, () -> instances.launch(admin, SHOP, key));
    }
  }

  @Test
  void databases_and_imports_are_repeated_under_a_key_too() {
    Database made = control.databases().create(admin, database(), "database");
    assertThat(control.databases().create(admin, database(), "database")).isEqualTo(made);
    assertThat(control.databases().list(admin)).containsExactly(made);

    Imports.Start command = new Imports.Start(source().id(), "fresh", null);
    ImportJob started = control.imports().start(admin, command, "import");
    assertThat(control.imports().start(admin, command, "import")).isEqualTo(started);
    assertThat(control.imports().list(admin)).containsExactly(started);
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
    IdempotencyKey<Instance> key = keyOfARequest();

    assertThat(control.idempotencyKeys().giveUp(admin, key.key(), key.request())).isEmpty();

    assertRefused(ErrorCode.CONFLICT_BECAUSE, () -> launchBy(key));
    assertRefused(ErrorCode.REQUEST_IN_PROGRESS, () -> instances.launch(admin, SHOP, key));
    assertThat(instances.list(admin)).isEmpty();
    assertThat(control.idempotencyKeys().giveUp(admin, key.key(), key.request())).isEmpty();
  }

  @Test
  void giving_up_a_request_that_was_carried_out_tells_what_it_made() {
    IdempotencyKey<Instance> key = keyOfARequest();
    String made = launchBy(key);

    assertThat(control.idempotencyKeys().giveUp(admin, key.key(), key.request()))
        .hasValueSatisfying(kept -> assertThat(kept.body()).isEqualTo(made));
    assertThat(launchBy(key)).isEqualTo(made);
    assertRefused(
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        () -> control.idempotencyKeys().giveUp(admin, key.key(), "another"));
  }

  private static IdempotencyKey<Instance> keyOfARequest() {
    return new IdempotencyKey<>(
        "k", "request", made -> new RenderedResponse(201, made.id().toString()));
  }

  private String launchBy(IdempotencyKey<Instance> key) {
    return control
        .idempotencyKeys()
        .answer(
            admin,
            key.key(),
            key.request(),
            IdempotencyRecord::body,
            () -> instances.launch(admin, SHOP, key).id().toString());
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
