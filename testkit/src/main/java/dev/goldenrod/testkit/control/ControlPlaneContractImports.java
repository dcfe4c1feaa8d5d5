package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Sources;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of the control plane: sources and imports. */
public abstract class ControlPlaneContractImports extends ControlPlaneContractPart {
  @Test
  void an_import_reserves_the_next_version_and_registers_it_when_it_succeeds() {
    Source source = createSource();

    ImportJob started = startImport(source, "shop");

    assertThat(started.phase()).isEqualTo(ImportPhase.PENDING);
    assertThat(started.version()).isEqualTo(1);
    assertThat(started.sourceId()).isEqualTo(source.id());
    assertThat(started.sizeBytes()).isZero();
    assertThat(started.finishedAt()).isNull();
    assertThat(control.goldens().list(admin)).extracting("latestVersion").containsExactly(0);
    assertRefused(ErrorCode.INVALID_INPUT_BECAUSE, () -> launch(admin, "shop"));

    ImportJob ended = untilEnded(started.id());
    assertThat(ended.phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(ended.status().message()).isEmpty();
    assertThat(ended.sizeBytes()).isPositive();
    assertThat(ended.pgMajor()).isGreaterThanOrEqualTo(13);
    assertThat(ended.finishedAt()).isNotNull();
    GoldenVersion version = control.goldens().versions(admin, ended.goldenId()).get(0);
    assertThat(version.isReady()).isTrue();
    assertThat(version.sizeBytes()).isEqualTo(ended.sizeBytes());
    assertThat(dataPlane.inventory().imports()).isEmpty();
    assertThat(dataPlane.inventory().handles()).containsExactly(version.handle());
    launchReady(admin, "shop");
  }

  @Test
  void a_second_import_makes_the_next_version_and_leaves_clones_of_the_first_alone() {
    Source source = createSource();
    untilEnded(startImport(source, "shop").id());
    Instance instance = launchReady(admin, "shop");

    ImportJob second = untilEnded(startImport(source, "shop").id());

    assertThat(second.version()).isEqualTo(2);
    assertThat(control.goldens().list(admin)).extracting("latestVersion").containsExactly(2);
    assertThat(control.instances().find(admin, instance.id())).isEqualTo(instance);
    assertThat(control.imports().list(admin)).first().isEqualTo(second);
  }

  @Test
  void a_failed_import_says_why_gives_its_number_back_and_leaves_nothing() {
    ImportJob failed = untilEnded(startImport(createUnreachableSource(), "shop").id());

    assertThat(failed.phase()).isEqualTo(ImportPhase.FAILED);
    assertThat(failed.status().message()).contains("no-such-source.invalid");
    assertThat(failed.sizeBytes()).isZero();
    assertThat(failed.finishedAt()).isNotNull();
    assertThat(control.goldens().versions(admin, failed.goldenId())).isEmpty();
    until("nothing is left", () -> dataPlane.inventory().imports(), Set::isEmpty);
    assertThat(dataPlane.inventory().handles()).isEmpty();

    ImportJob next = untilEnded(startImport(createSource(), "shop").id());
    assertThat(next.phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(next.version()).isEqualTo(1);
  }

  @Test
  void an_import_of_another_major_version_fails_and_names_both() {
    Source source = createSource();
    int major = untilEnded(startImport(source, "shop").id()).pgMajor();
    int other = major + 1;

    ImportJob job = control.imports().start(admin, new Imports.Start(source.id(), "shop", other));

    assertThat(job.pgMajor()).isEqualTo(other);
    ImportJob failed = untilEnded(job.id());
    assertThat(failed.phase()).isEqualTo(ImportPhase.FAILED);
    assertThat(failed.status().message()).contains("" + major).contains("" + other);
  }

  @Test
  void a_golden_has_one_running_import_and_others_may_run_beside() {
    Source source = createSource();
    ImportJob running = startImport(source, "shop");

    assertRefused(ErrorCode.CONFLICT, () -> startImport(source, "shop"));
    ImportJob other = startImport(source, "books");

    assertThat(untilEnded(running.id()).phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(untilEnded(other.id()).phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(startImport(source, "shop").version()).isEqualTo(2);
  }

  @Test
  void a_version_registered_meanwhile_comes_after_the_reserved_one() {
    ImportJob running = startImport(createSource(), "shop");

    assertThat(register("shop").version()).isEqualTo(2);

    untilEnded(running.id());
    assertThat(control.goldens().list(admin)).extracting("latestVersion").containsExactly(2);
    assertThat(control.goldens().versions(admin, running.goldenId()))
        .extracting(GoldenVersion::number)
        .containsExactly(1, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Shop", "no/slash"})
  void an_import_into_what_is_no_name_is_refused(String golden) {
    Source source = createSource();

    assertRefused(ErrorCode.INVALID_INPUT, () -> startImport(source, golden));
  }

  @ParameterizedTest
  @ValueSource(ints = {12, 0, -1})
  void a_major_version_below_13_is_refused(int major) {
    Source source = createSource();

    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> control.imports().start(admin, new Imports.Start(source.id(), "shop", major)));
    assertThat(control.goldens().list(admin)).isEmpty();
  }

  @Test
  void an_import_needs_a_source_that_can_be_imported() {
    UUID unknown = UUID.randomUUID();
    assertRefused(
        ErrorCode.NOT_FOUND,
        () -> control.imports().start(admin, new Imports.Start(unknown, "shop", null)));

    for (String missing : List.of("host", "dbname")) {
      Map<String, @Nullable Object> config = new HashMap<>(adapter().source().config());
      config.remove(missing);
      Source source = create(SourceKind.RDS, config, "ref");
      assertRefused(ErrorCode.INVALID_INPUT, () -> startImport(source, "shop"));
    }
    Source withoutSecret = create(SourceKind.RDS, adapter().source().config(), "");
    assertRefused(ErrorCode.INVALID_INPUT, () -> startImport(withoutSecret, "shop"));
    Source bucket = create(SourceKind.S3, adapter().source().config(), "ref");
    assertRefused(ErrorCode.INVALID_INPUT, () -> startImport(bucket, "shop"));
    assertThat(control.imports().list(admin)).isEmpty();
    assertThat(control.goldens().list(admin)).isEmpty();
  }

  private Source create(SourceKind kind, Map<String, @Nullable Object> config, String secret) {
    return control.sources().create(admin, new Sources.Create(kind, config, secret));
  }

  @Test
  void an_import_into_a_golden_of_another_substrate_is_refused() {
    control
        .goldens()
        .register(
            admin, new Goldens.RegisterVersion("shop", Substrate.MYSQL, "", adapter().handle(), 0));
    Source source = createSource();

    assertRefused(ErrorCode.CONFLICT, () -> startImport(source, "shop"));
  }

  @Test
  void a_source_keeps_what_it_was_given_and_no_secret() {
    Source source = createSource();

    assertThat(control.sources().list(ada)).containsExactly(source);
    for (String key : List.of("password", "PASSWORD", "db_password", "api_token", "secretKey")) {
      Map<String, @Nullable Object> config = new HashMap<>(Map.of("host", "db"));
      config.put(key, "x");
      assertRefused(ErrorCode.INVALID_INPUT, () -> create(SourceKind.RDS, config, "ref"));
      Map<String, @Nullable Object> nested = Map.of("options", List.of(config));
      assertRefused(ErrorCode.INVALID_INPUT, () -> create(SourceKind.RDS, nested, "ref"));
    }
    assertRefused(ErrorCode.INVALID_INPUT, () -> create(SourceKind.RDS, Map.of(), "No Name"));
    assertThat(control.sources().list(admin)).hasSize(1);
  }

  @Test
  void a_source_in_use_is_not_deleted_and_the_refusal_names_the_jobs() {
    Source source = createSource();
    ImportJob job = startImport(source, "shop");

    ControlPlaneException refused =
        catchThrowableOfType(
            ControlPlaneException.class, () -> control.sources().delete(admin, source.id()));
    assertThat(refused.code()).isEqualTo(ErrorCode.SOURCE_HAS_ACTIVE_IMPORTS);
    assertThat(refused.importIds()).containsExactly(job.id());

    untilEnded(job.id());
    control.sources().delete(admin, source.id());
    assertThat(control.sources().list(admin)).isEmpty();
    assertThat(control.imports().find(admin, job.id()).sourceId()).isNull();
    assertRefused(ErrorCode.NOT_FOUND, () -> control.sources().delete(admin, source.id()));
    assertThat(audited()).contains("source.deleted source/" + source.id());
  }

  @Test
  void the_record_of_an_ended_import_can_be_forgotten_and_its_version_stays() {
    ImportJob job = startImport(createSource(), "shop");
    assertRefused(ErrorCode.CONFLICT, () -> control.imports().delete(admin, job.id()));
    untilEnded(job.id());

    control.imports().delete(admin, job.id());

    assertThat(control.imports().list(admin)).isEmpty();
    assertRefused(ErrorCode.NOT_FOUND, () -> control.imports().find(admin, job.id()));
    assertRefused(ErrorCode.NOT_FOUND, () -> control.imports().delete(admin, job.id()));
    launchReady(admin, "shop");
  }

  @Test
  void a_cancelled_import_ends_says_who_cancelled_it_and_leaves_nothing() {
    Source source = createSource();
    ImportJob job = startImport(source, "shop");

    control.imports().cancel(admin, job.id());

    ImportJob ended = untilEnded(job.id());
    assertThat(ended.phase()).isEqualTo(ImportPhase.FAILED);
    assertThat(ended.status().message()).isEqualTo("cancelled by " + address(admin));
    assertThat(control.goldens().versions(admin, job.goldenId())).isEmpty();
    assertThat(dataPlane.inventory().imports()).isEmpty();
    assertThat(dataPlane.inventory().handles()).isEmpty();
    assertRefused(ErrorCode.CONFLICT, () -> control.imports().cancel(admin, job.id()));
    assertRefused(ErrorCode.NOT_FOUND, () -> control.imports().cancel(admin, UUID.randomUUID()));
    assertThat(audited()).contains("import.cancelled import/" + job.id());
    assertThat(startImport(source, "shop").version()).isEqualTo(1);
  }

  @Test
  void who_waits_for_an_import_is_told_of_its_end() throws Exception {
    ImportJob job = startImport(createSource(), "shop");
    CompletableFuture<ImportJob> settled =
        control.imports().awaitSettled(admin, job.id(), Duration.ofMinutes(8));
    assertThat(settled).isNotDone();

    ImportJob ended = untilEnded(job.id());

    assertThat(settled.get(1, TimeUnit.MINUTES)).isEqualTo(ended);
  }

  @Test
  void who_waits_too_short_gets_the_job_as_it_is() throws Exception {
    ImportJob job = startImport(createSource(), "shop");

    ImportJob seen =
        control
            .imports()
            .awaitSettled(admin, job.id(), Duration.ofMillis(1))
            .get(1, TimeUnit.MINUTES);

    assertThat(seen).isEqualTo(job);
  }

  @Test
  void imports_and_changes_of_sources_are_for_admins_alone() {
    Source source = createSource();
    ImportJob job = startImport(source, "shop");

    assertRefused(ErrorCode.FORBIDDEN, () -> control.sources().create(ada, adapter().source()));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.sources().delete(ada, source.id()));
    assertRefused(
        ErrorCode.FORBIDDEN,
        () -> control.imports().start(ada, new Imports.Start(source.id(), "shop", null)));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.imports().list(ada));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.imports().find(ada, job.id()));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.imports().delete(ada, job.id()));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.imports().cancel(ada, job.id()));
  }
}
