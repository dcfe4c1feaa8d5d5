package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.VersionVolumes;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A cancelled import whose volume takes time to remove. */
class ImportCancellationTest {
  private final InMemoryStore store = new InMemoryStore();
  private final FakeDataPlane fake = new FakeDataPlane();
  private final MutableClock clock = new MutableClock();
  private final Set<VersionRef> removals = new HashSet<>();
  private boolean isRemoved;
  private final ControlPlane control =
      ControlPlane.builder().store(store).dataPlane(removingSlowly()).clock(clock).build();
  private final Actor admin = control.admin();

  @AfterEach
  void close() {
    control.close();
    fake.close();
    store.close();
  }

  @Test
  void a_cancelled_import_ends_when_its_volume_is_removed_and_not_before() {
    UUID id = heldInSnapshotting();
    control.imports().cancel(admin, id);
    fake.finishStep(id);

    settle();
    assertThat(find(id).phase()).isEqualTo(ImportPhase.SNAPSHOTTING);

    isRemoved = true;
    clock.advance(Duration.ofSeconds(1));
    settle();
    assertThat(find(id).phase()).isEqualTo(ImportPhase.FAILED);
    assertThat(removals).hasSize(1);
    assertThat(fake.inventory().handles()).isEmpty();
  }

  @Test
  void a_refusal_names_the_import_and_its_phase() {
    UUID id = heldInSnapshotting();

    assertThatThrownBy(() -> start(createSource()))
        .hasMessage(
            "import %s of golden 'shop' is in phase Snapshotting; wait until it ends, or cancel it",
            id);
    assertThatThrownBy(() -> control.imports().delete(admin, id))
        .hasMessage("import %s is in phase Snapshotting; wait until it ends, or cancel it", id);

    finishUntil(id, ImportPhase.SUCCEEDED);
    assertThatThrownBy(() -> control.imports().cancel(admin, id))
        .hasMessageStartingWith("import %s has ended in phase Succeeded; ".formatted(id));
  }

  private UUID heldInSnapshotting() {
    fake.holdImports();
    UUID id = start(createSource()).id();
    settle();
    finishUntil(id, ImportPhase.SNAPSHOTTING);
    return id;
  }

  private void finishUntil(UUID id, ImportPhase phase) {
    while (find(id).phase() != phase) {
      fake.finishStep(id);
      settle();
    }
  }

  private Source createSource() {
    Sources.Create asked =
        new Sources.Create(SourceKind.RDS, Map.of("host", "db", "dbname", "shop"), "credentials");
    return control.sources().create(admin, asked);
  }

  private ImportJob start(Source source) {
    return control.imports().start(admin, new Imports.Start(source.id(), "shop", null));
  }

  private ImportJob find(UUID id) {
    return control.imports().find(admin, id);
  }

  private void settle() {
    int reconciled = control.runDueOnce();
    while (reconciled > 0) {
      reconciled = control.runDueOnce();
    }
  }

  /** Returns a data plane that knows a volume no more as soon as its removal has begun. */
  private DataPlane removingSlowly() {
    VersionVolumes versions = this::remove;
    return (DataPlane)
        Proxy.newProxyInstance(
            DataPlane.class.getClassLoader(),
            new Class<?>[] {DataPlane.class},
            (proxy, method, arguments) ->
                method.getName().equals("versions") ? versions : method.invoke(fake, arguments));
  }

  private boolean remove(VersionRef version) {
    removals.add(version);
    return fake.versions().remove(version) && isRemoved;
  }
}
