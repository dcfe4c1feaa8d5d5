package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ControlPlaneException.LiveClone;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Contract of the control plane: goldens. */
public abstract class ControlPlaneContractGoldens extends ControlPlaneContractPart {
  @Test
  void versions_of_a_lineage_are_numbered_from_1() {
    Goldens.RegisteredVersion first = register("shop");
    Goldens.RegisteredVersion second = register("shop");
    Goldens.RegisteredVersion other = register("books");

    assertThat(first.version()).isEqualTo(1);
    assertThat(second).isEqualTo(new Goldens.RegisteredVersion(first.goldenId(), 2));
    assertThat(other.version()).isEqualTo(1);
    assertThat(control.goldens().list(admin))
        .extracting(summary -> summary.golden().name() + " " + summary.latestVersion())
        .containsExactly("shop 2", "books 1");
    assertThat(control.goldens().versions(admin, first.goldenId()))
        .extracting(GoldenVersion::number)
        .containsExactly(1, 2);
  }

  @Test
  void versions_registered_at_once_have_numbers_of_their_own() {
    List<Integer> numbers =
        IntStream.range(0, 12)
            .parallel()
            .mapToObj(
                i ->
                    control
                        .goldens()
                        .register(
                            admin,
                            new Goldens.RegisterVersion(
                                "shop", Substrate.POSTGRES, "", adapter().handle(), i + 1)))
            .map(Goldens.RegisteredVersion::version)
            .sorted()
            .toList();

    assertThat(numbers).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  }

  @ParameterizedTest
  @CsvSource({
    "'', POSTGRES, h, 0",
    "Shop, POSTGRES, h, 0",
    "shop, POSTGRES, '', 0",
    "shop, POSTGRES, ' ', 0",
    "shop, POSTGRES, h, -1"
  })
  void a_version_that_makes_no_sense_is_refused_and_leaves_nothing(
      String name, Substrate substrate, String handle, long sizeBytes) {
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () ->
            control
                .goldens()
                .register(
                    admin, new Goldens.RegisterVersion(name, substrate, "", handle, sizeBytes)));

    assertThat(control.goldens().list(admin)).isEmpty();
    assertThat(audited()).isEmpty();
  }

  @Test
  void a_lineage_has_one_substrate() {
    register("shop");

    assertRefused(
        ErrorCode.CONFLICT,
        () ->
            control
                .goldens()
                .register(
                    admin,
                    new Goldens.RegisterVersion(
                        "shop", Substrate.MYSQL, "", adapter().handle(), 0)));

    assertThat(control.goldens().list(admin)).extracting("latestVersion").containsExactly(1);
  }

  @Test
  void a_member_sees_shared_goldens_alone() {
    UUID shared = register("shop").goldenId();
    UUID hidden = register("books").goldenId();
    control.goldens().share(admin, hidden, false);

    assertThat(control.goldens().list(ada))
        .extracting(summary -> summary.golden().name())
        .containsExactly("shop");
    assertThat(control.goldens().list(admin)).hasSize(2);
    assertThat(control.goldens().versions(ada, shared)).hasSize(1);
    assertRefused(ErrorCode.NOT_FOUND, () -> control.goldens().versions(ada, hidden));
    assertRefused(ErrorCode.INVALID_INPUT_BECAUSE, () -> launch(ada, "books"));
  }

  @Test
  void a_clone_outlives_the_sharing_of_its_golden() {
    UUID golden = register("shop").goldenId();
    Instance instance = launchReady(ada, "shop");

    control.goldens().share(admin, golden, false);

    control.instances().reset(ada, instance.id());
    untilPhase(InstancePhase.READY, instance.id());
    assertRefused(
        ErrorCode.INVALID_INPUT_BECAUSE,
        "golden 'shop' has no visible ready version",
        () -> control.instances().refresh(ada, instance.id(), ""));
  }

  @Test
  void a_deleted_golden_is_hidden_at_once_and_then_gone_and_its_name_is_free() {
    UUID golden = register("shop").goldenId();
    register("shop");

    control.goldens().delete(admin, golden, false);

    assertThat(control.goldens().list(admin)).isEmpty();
    assertRefused(ErrorCode.NOT_FOUND, () -> control.goldens().versions(admin, golden));
    assertRefused(ErrorCode.NOT_FOUND, () -> control.goldens().delete(admin, golden, true));
    assertRefused(ErrorCode.NOT_FOUND, () -> control.goldens().share(admin, golden, true));
    assertRefused(ErrorCode.INVALID_INPUT_BECAUSE, () -> launch(admin, "shop"));
    assertRefused(ErrorCode.CONFLICT, () -> register("shop"));
    until("the golden's row is gone", () -> rowExists(golden), exists -> !exists);
    assertThat(register("shop").version()).isEqualTo(1);
  }

  private boolean rowExists(UUID golden) {
    return store.inTransaction(tx -> tx.goldens().find(admin.orgId(), golden)).isPresent();
  }

  @Test
  void a_golden_with_live_clones_is_not_deleted_and_the_refusal_names_them() {
    UUID golden = register("shop").goldenId();
    Instance pending = launch(ada, "shop");
    Instance ready = launchReady(bob, "shop");
    untilPhase(InstancePhase.READY, pending.id());

    ControlPlaneException refused =
        catchThrowableOfType(
            ControlPlaneException.class, () -> control.goldens().delete(admin, golden, false));

    assertThat(refused.code()).isEqualTo(ErrorCode.GOLDEN_HAS_CHILDREN);
    assertThat(refused.children())
        .containsExactlyInAnyOrder(
            new LiveClone(pending.id(), ada.userId(), InstancePhase.READY.wireName()),
            new LiveClone(ready.id(), bob.userId(), InstancePhase.READY.wireName()));
    assertThat(control.goldens().list(ada)).hasSize(1);
    assertThat(audited()).noneMatch(line -> line.startsWith("golden.deleted"));
  }

  @Test
  void a_clone_on_its_way_out_does_not_stand_in_the_way() {
    UUID golden = register("shop").goldenId();
    Instance instance = launchReady(ada, "shop");
    control.instances().delete(ada, instance.id());

    control.goldens().delete(admin, golden, false);

    until("the golden's row is gone", () -> rowExists(golden), exists -> !exists);
    assertThat(exists(instance.id())).isFalse();
  }

  @Test
  void a_forced_delete_deletes_the_clones_first() {
    UUID golden = register("shop").goldenId();
    Instance one = launchReady(ada, "shop");
    Instance other = launch(bob, "shop");

    control.goldens().delete(admin, golden, true);

    assertThat(control.instances().find(ada, one.id()).phase())
        .isEqualTo(InstancePhase.TERMINATING);
    until("the golden's row is gone", () -> rowExists(golden), exists -> !exists);
    assertThat(control.instances().list(admin)).isEmpty();
    assertThat(dataPlane.inventory().databases()).isEmpty();
    assertThat(audited())
        .contains(
            "golden.deleted golden/" + golden,
            "instance.destroyed instance/" + one.id(),
            "instance.destroyed instance/" + other.id());
  }

  @Test
  void an_imports_record_pins_its_golden_until_it_is_forgotten() {
    ImportJob job = untilEnded(startImport(createSource(), "shop").id());
    Instance instance = launchReady(admin, "shop");
    UUID golden = job.goldenId();

    assertRefused(
        ErrorCode.GOLDEN_HAS_CHILDREN, () -> control.goldens().delete(admin, golden, false));
    assertRefused(ErrorCode.GOLDEN_REFERENCED, () -> control.goldens().delete(admin, golden, true));
    assertThat(control.instances().find(admin, instance.id()).phase())
        .isEqualTo(InstancePhase.READY);

    control.imports().delete(admin, job.id());
    control.goldens().delete(admin, golden, true);
    until("the golden's row is gone", () -> rowExists(golden), exists -> !exists);
    assertThat(dataPlane.inventory().handles()).isEmpty();
  }

  @Test
  void a_failed_imports_record_pins_nothing_and_outlives_the_golden() {
    ImportJob job = untilEnded(startImport(createUnreachableSource(), "shop").id());
    assertThat(job.phase()).isEqualTo(ImportPhase.FAILED);

    control.goldens().delete(admin, job.goldenId(), false);

    until("the golden's row is gone", () -> rowExists(job.goldenId()), exists -> !exists);
    assertThat(control.imports().find(admin, job.id()).golden()).isEqualTo("shop");
    control.imports().delete(admin, job.id());
    assertThat(control.imports().list(admin)).isEmpty();
  }

  @Test
  void a_running_import_pins_its_golden() {
    ImportJob job = startImport(createSource(), "shop");

    assertRefused(
        ErrorCode.GOLDEN_REFERENCED, () -> control.goldens().delete(admin, job.goldenId(), true));
  }

  @Test
  void the_catalog_is_changed_by_admins_alone() {
    UUID golden = register("shop").goldenId();

    assertRefused(
        ErrorCode.FORBIDDEN,
        () ->
            control
                .goldens()
                .register(
                    ada, new Goldens.RegisterVersion("shop", Substrate.POSTGRES, "", "h", 0)));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.goldens().share(ada, golden, false));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.goldens().delete(ada, golden, true));
    assertRefused(
        ErrorCode.FORBIDDEN, () -> control.goldens().delete(ada, UUID.randomUUID(), true));
    assertRefused(
        ErrorCode.NOT_FOUND, () -> control.goldens().delete(admin, UUID.randomUUID(), true));
  }
}
