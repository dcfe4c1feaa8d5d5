package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.database.Resources;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.VersionVolumes;
import dev.goldenrod.source.SourceConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Checks the contract itself: a data plane that does nothing fails every test. */
class DataPlaneContractTest {
  @Test
  void a_data_plane_that_does_nothing_fails_every_test() {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();

    LauncherFactory.create()
        .execute(request().selectors(selectClass(IdleContract.class)).build(), listener);

    TestExecutionSummary summary = listener.getSummary();
    assertThat(summary.getTestsFoundCount()).isGreaterThan(30);
    assertThat(summary.getTestsFailedCount()).isEqualTo(summary.getTestsFoundCount());
  }

  static final class IdleContract extends DataPlaneContract {
    @Nested
    class Archives extends DataPlaneContractArchives {}

    @Override
    protected DataPlane open() {
      return new IdleDataPlane();
    }

    @Override
    protected DataPlane reopen() {
      return new IdleDataPlane();
    }

    @Override
    protected ImportSpec importSpec() {
      SourceConnection source = new SourceConnection("source.example", 5432, "shop", "", "", "s");
      return new ImportSpec(UUID.randomUUID(), "shop", 1, source, "");
    }

    @Override
    protected VersionRef readyVersion(Supplier<VersionRef> imported) {
      return new VersionRef(UUID.randomUUID(), "shop", 1, "handle");
    }

    @Override
    protected DatabaseClient client() {
      return new DatabaseClient((login, value) -> {}, login -> "", (login, password) -> {});
    }

    @Override
    protected Duration patience() {
      return Duration.ofMillis(5);
    }
  }

  private static final class IdleDataPlane implements DataPlane {
    @Override
    public String identity() {
      return "idle";
    }

    @Override
    public String location() {
      return "nowhere";
    }

    @Override
    public Optional<StoreMark> claimedBy() {
      return Optional.empty();
    }

    @Override
    public boolean claim(Optional<StoreMark> expected, StoreMark next) {
      return false;
    }

    @Override
    public String displayName() {
      return "idle";
    }

    @Override
    public void onChange(Consumer<UUID> listener) {}

    @Override
    public List<EngineVersion> engines() {
      return List.of();
    }

    @Override
    public boolean isStorageExhausted() {
      return false;
    }

    @Override
    public RunningDatabases databases() {
      return new RunningDatabases() {
        @Override
        public DatabaseObservation observe(UUID id) {
          return DatabaseObservation.absent();
        }

        @Override
        public void ensure(DatabaseSpec spec) {}

        @Override
        public Optional<Resources> resources(UUID id) {
          return Optional.empty();
        }

        @Override
        public void resize(UUID id, Resources resources) {}

        @Override
        public void remove(UUID id) {}

        @Override
        public Optional<Credentials> credentials(UUID id) {
          return Optional.empty();
        }

        @Override
        public Optional<String> loginProblem(UUID id) {
          return Optional.empty();
        }

        @Override
        public Credentials resetCredentials(UUID id) {
          throw new UnsupportedOperationException();
        }
      };
    }

    @Override
    public DatabaseSchemas schemas() {
      throw new UnsupportedOperationException();
    }

    @Override
    public DatabaseSnapshots snapshots() {
      return new DatabaseSnapshots() {
        @Override
        public SnapshotObservation observe(UUID id) {
          return SnapshotObservation.absent();
        }

        @Override
        public void ensure(UUID id, UUID databaseId) {}

        @Override
        public void remove(UUID id) {}
      };
    }

    @Override
    public ImportSteps imports() {
      return new ImportSteps() {
        @Override
        public ImportObservation observe(UUID id, ImportPhase step) {
          return ImportObservation.absent();
        }

        @Override
        public void ensure(ImportSpec spec, ImportPhase step) {}

        @Override
        public boolean remove(UUID id) {
          return true;
        }
      };
    }

    @Override
    public VersionVolumes versions() {
      return version -> true;
    }

    @Override
    public Optional<Orphan.Facts> factsOf(UUID id) {
      return Optional.empty();
    }

    @Override
    public Inventory inventory() {
      return Inventory.undamaged(Set.of(), Set.of(), Set.of(), Set.of(), Set.of());
    }

    @Override
    public void close() {}
  }
}
