package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.Deletions.Deleted;
import dev.goldenrod.control.Deletions.Kind;
import dev.goldenrod.control.Deletions.Restored;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.source.SourceKind;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GoldenRestorationTest extends DatabasesFixture {
  private static final Duration GRACE = Duration.ofHours(24);

  private UUID golden;
  private String handle;

  GoldenRestorationTest() {
    settings = settings.withDeleteGrace(GRACE);
  }

  @BeforeEach
  void prepare() {
    ImportJob job = importOf("shop");
    golden = job.goldenId();
    handle = control.goldens().versions(ada, golden).get(0).handle();
    control.goldens().share(ada, golden, true);
    control.imports().delete(ada, job.id());
  }

  private ImportJob importOf(String name) {
    UUID source =
        control
            .sources()
            .create(
                ada,
                new Sources.Create(
                    SourceKind.RDS, Map.of("host", "db", "dbname", "shop"), "shop-credentials"))
            .id();
    ImportJob job = control.imports().start(ada, new Imports.Start(source, name, null));
    settle();
    return job;
  }

  private void launch() {
    control
        .instances()
        .launch(ada, new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("8h"), 0));
    settle();
  }

  private void delete(boolean force) {
    control.goldens().delete(ada, golden, force);
    settle();
  }

  @Test
  void an_archive_of_a_golden_that_can_be_restored_makes_no_second_one() throws Exception {
    UUID id = UUID.randomUUID();
    create("kept");
    settle();
    UUID snapshot = take("kept", "monday").id();
    settle();
    byte[] archive = ArchiveBytes.whole(control.archives(), ada, snapshot);
    control.archives().append(ada, "", id, 0, archive);
    golden = control.archives().register(ada, "", id, "brought").version().orElseThrow().goldenId();
    delete(false);

    assertThat(refusal(() -> control.archives().register(ada, "", id, "brought")))
        .hasMessageContaining("golden 'brought', which was deleted and can be restored");

    control.deletions().restore(ada, golden, "");
    assertThat(control.archives().register(ada, "", id, "brought").version()).isPresent();
  }

  @Test
  void a_deleted_golden_is_out_of_sight_and_its_volumes_are_kept() {
    delete(false);

    assertThat(control.goldens().list(ada)).isEmpty();
    assertThat(refusal(() -> control.goldens().versions(ada, golden)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(refusal(this::launch).code()).isEqualTo(ErrorCode.INVALID_INPUT_BECAUSE);
    assertThat(plane.inventory().handles()).contains(handle);
    assertThat(control.deletions().list(ada))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.kind()).isEqualTo(Kind.GOLDEN);
              assertThat(one.name()).isEqualTo("shop");
              assertThat(one.ownerId()).isNull();
              assertThat(one.deletion().until()).isEqualTo(clock.instant().plus(GRACE));
            });
  }

  @Test
  void a_restored_golden_has_its_versions_and_is_shared_as_before() {
    delete(false);

    Restored restored = control.deletions().restore(ada, golden, "");

    assertThat(restored).isEqualTo(new Restored(golden, Kind.GOLDEN, "shop"));
    assertThat(control.goldens().versions(member("eve@example.com"), golden))
        .extracting(GoldenVersion::handle)
        .containsExactly(handle);
    launch();
    clock.advance(GRACE);
    settle();
    assertThat(plane.inventory().handles()).contains(handle);
    assertThat(control.goldens().list(ada)).hasSize(1);
  }

  @Test
  void a_golden_that_is_not_restored_goes_when_its_time_is_over() {
    delete(false);
    clock.advance(GRACE.minusMillis(1));
    settle();
    assertThat(plane.inventory().handles()).contains(handle);

    clock.advance(Duration.ofMillis(1));
    settle();
    advance();

    assertThat(plane.inventory().handles()).doesNotContain(handle);
    assertThat(control.deletions().list(ada)).isEmpty();
    AuditEvent removal = control.auditLog().list(ada, 1, null).get(0);
    assertThat(removal.action()).isEqualTo("golden.removed");
    assertThat(removal.actorId()).isNull();
  }

  @Test
  void a_golden_goes_before_its_time_when_that_is_asked_for() {
    delete(false);

    control.deletions().delete(ada, golden);
    settle();

    assertThat(plane.inventory().handles()).doesNotContain(handle);
    assertThat(control.deletions().list(ada)).isEmpty();
  }

  @Test
  void clones_keep_a_golden_from_deletion_and_by_force_are_gone_for_good() {
    launch();
    assertThat(refusal(() -> delete(false)).code()).isEqualTo(ErrorCode.GOLDEN_HAS_CHILDREN);

    delete(true);
    control.deletions().restore(ada, golden, "");
    advance();

    assertThat(control.instances().list(ada)).isEmpty();
    assertThat(control.goldens().list(ada)).hasSize(1);
  }

  @Test
  void the_name_is_free_for_another_golden() {
    delete(false);
    UUID next = importOf("shop").goldenId();

    assertThat(refusal(() -> control.deletions().restore(ada, golden, "")).code())
        .isEqualTo(ErrorCode.CONFLICT_BECAUSE);
    assertThat(refusal(() -> control.deletions().restore(ada, golden, "No Name")).code())
        .isEqualTo(ErrorCode.INVALID_INPUT);
    control.deletions().restore(ada, golden, "shop-of-yesterday");

    assertThat(control.goldens().list(ada))
        .extracting(summary -> summary.golden().name())
        .containsExactly("shop-of-yesterday", "shop");
    assertThat(next).isNotEqualTo(golden);
  }

  @Test
  void a_golden_is_restored_by_operators_alone() {
    Actor eve = member("eve@example.com");
    delete(false);

    assertThat(control.deletions().list(eve)).isEmpty();
    assertThat(refusal(() -> control.deletions().restore(eve, golden, "")).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(refusal(() -> control.deletions().delete(eve, golden)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(control.deletions().list(ada)).extracting(Deleted::id).containsExactly(golden);
  }
}
