package dev.goldenrod.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.DesiredState;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.quota.Quota;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** The conditions that must hold for the rows before and after any single step. */
final class Invariants {
  private final Set<UUID> gone = new HashSet<>();
  private final Set<Rows.VersionKey> releasedNumbers = new HashSet<>();

  void check(Simulation simulation, Rows before, Rows after) {
    checkVersions(before, after);
    checkImports(before, after);
    checkInstances(before, after);
    checkCaps(before, after);
    checkCredentials(simulation, after);
  }

  private void checkVersions(Rows before, Rows after) {
    before
        .versions()
        .forEach(
            (key, version) -> {
              if (after.goldens().containsKey(key.golden())) {
                checkVersion(version, after.versions().get(key), key, after);
              }
            });
    after.versions().keySet().stream()
        .filter(key -> !before.versions().containsKey(key))
        .forEach(
            key ->
                assertThat(key.number())
                    .as("the number of a new version")
                    .isEqualTo(highest(before, key.golden()) + 1));
    for (Rows.VersionKey key : after.versions().keySet()) {
      for (int lower = 1; lower < key.number(); lower++) {
        Rows.VersionKey below = new Rows.VersionKey(key.golden(), lower);
        assertThat(after.versions().containsKey(below) || releasedNumbers.contains(below))
            .as("%s is there or was given back by a failed import", below)
            .isTrue();
      }
    }
  }

  private void checkVersion(GoldenVersion was, GoldenVersion is, Rows.VersionKey key, Rows after) {
    if (was.isReady()) {
      assertThat(is).as("a ready version").isEqualTo(was);
    } else if (is == null) {
      assertThat(after.imports().values())
          .as("a reserved number is given back by a failed import")
          .anyMatch(job -> builds(job, key) && job.phase() == ImportPhase.FAILED);
      releasedNumbers.add(key);
    } else {
      assertThat(is.createdAt()).isEqualTo(was.createdAt());
      assertThat(is.sourceRef()).isEqualTo(was.sourceRef());
    }
  }

  private static boolean builds(ImportJob job, Rows.VersionKey key) {
    return job.goldenId().equals(key.golden()) && job.version() == key.number();
  }

  private static int highest(Rows rows, UUID golden) {
    return rows.versions().keySet().stream()
        .filter(key -> key.golden().equals(golden))
        .map(Rows.VersionKey::number)
        .max(Comparator.naturalOrder())
        .orElse(0);
  }

  private static void checkImports(Rows before, Rows after) {
    before
        .imports()
        .forEach(
            (id, was) -> {
              ImportJob is = after.imports().get(id);
              if (was.phase().isTerminal()) {
                assertThat(is == null ? was.status() : is.status())
                    .as("an ended import")
                    .isEqualTo(was.status());
              } else {
                assertThat(is).as("a running import is not forgotten").isNotNull();
                assertThat(is.phase()).as("phase").isGreaterThanOrEqualTo(was.phase());
                assertThat(is.status().warnings()).containsAll(was.status().warnings());
              }
            });
  }

  private void checkInstances(Rows before, Rows after) {
    before
        .instances()
        .forEach(
            (id, was) -> {
              Instance is = after.instances().get(id);
              if (is == null) {
                gone.add(id);
              } else {
                checkInstance(was, is);
              }
            });
    assertThat(after.instances().keySet()).as("a deleted id").noneMatch(gone::contains);
    assertThat(after.instances().values())
        .as("terminating and wanted absent are the same")
        .allMatch(
            one ->
                (one.phase() == InstancePhase.TERMINATING)
                    == (one.spec().desiredState() == DesiredState.ABSENT));
  }

  private static void checkInstance(Instance was, Instance is) {
    assertThat(is.orgId()).isEqualTo(was.orgId());
    assertThat(is.clusterId()).isEqualTo(was.clusterId());
    if (is.isWarm() || !was.isWarm()) {
      assertThat(is.createdAt()).isEqualTo(was.createdAt());
      assertThat(is.ownerId()).isEqualTo(was.ownerId());
    }
    assertThat(is.spec().cloneGeneration())
        .as("generation")
        .isGreaterThanOrEqualTo(was.spec().cloneGeneration());
    if (was.phase() == InstancePhase.TERMINATING) {
      assertThat(is.phase()).isEqualTo(InstancePhase.TERMINATING);
    }
    if (!was.status().endpoint().isEmpty()) {
      assertThat(is.status().endpoint()).isEqualTo(was.status().endpoint());
    }
  }

  /** A limit may be lowered below the present number, but no instance is added above it. */
  private static void checkCaps(Rows before, Rows after) {
    for (Instance one : after.instances().values()) {
      Instance was = before.instances().get(one.id());
      if (!one.isWarm() && (was == null || was.isWarm())) {
        Quota quota = Objects.requireNonNull(after.quotas().get(one.orgId()));
        assertThat(present(after, other -> other.ownerId().equals(one.ownerId())))
            .as("instances of the member")
            .isLessThanOrEqualTo(quota.maxInstancesPerUser());
        assertThat(present(after, other -> other.orgId().equals(one.orgId())))
            .as("instances of the organisation")
            .isLessThanOrEqualTo(quota.maxInstancesPerOrg());
      }
    }
  }

  private static long present(Rows rows, Predicate<Instance> whose) {
    return rows.instances().values().stream()
        .filter(one -> !one.isWarm() && one.spec().desiredState() == DesiredState.PRESENT)
        .filter(whose)
        .count();
  }

  private static void checkCredentials(Simulation simulation, Rows after) {
    if (!simulation.online) {
      return;
    }
    List<UUID> ready =
        after.instances().values().stream()
            .filter(one -> one.phase() == InstancePhase.READY)
            .map(Instance::id)
            .toList();
    assertThat(ready)
        .as("every ready instance has credentials")
        .allMatch(id -> simulation.dataPlane.databases().credentials(id).isPresent());
  }
}
