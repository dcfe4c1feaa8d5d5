package dev.goldenrod.console.overview;

import dev.goldenrod.console.clone.CloneView;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.PageRequest;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A resource that failed.
 *
 * @param path of its page
 * @param at when it was requested, or when the import ended
 */
public record Failure(String name, String path, String message, Instant at) {
  private static final int MOST = 5;
  private static final int NEWEST_IMPORTS = 20;
  private static final String FAILED = "failed";

  /**
   * Returns the newest failures that are not solved, newest first. Lists only the kinds of which
   * something failed.
   */
  static List<Failure> newest(ControlPlane control, Actor actor, Overview overview) {
    Stream<Failure> databases =
        overview.databases().in(FAILED) == 0
            ? Stream.empty()
            : control.databases().list(actor).stream()
                .filter(one -> one.phase() == DatabasePhase.FAILED)
                .map(Failure::of);
    Stream<Failure> clones =
        overview.clones().in(FAILED) == 0
            ? Stream.empty()
            : control.instances().list(actor).stream()
                .filter(one -> one.phase() == InstancePhase.FAILED)
                .map(Failure::of);
    Stream<Failure> imports =
        overview.imports().in(FAILED) == 0
            ? Stream.empty()
            : unsolved(newestImports(control, actor), goldens(control, actor)).map(Failure::of);
    return Stream.of(databases, clones, imports)
        .flatMap(failures -> failures)
        .sorted(Comparator.comparing(Failure::at).reversed())
        .limit(MOST)
        .toList();
  }

  private static List<ImportJob> newestImports(ControlPlane control, Actor actor) {
    return control.imports().list(actor, new PageRequest(NEWEST_IMPORTS, null, null)).rows();
  }

  private static Set<UUID> goldens(ControlPlane control, Actor actor) {
    return control.goldens().list(actor).stream()
        .map(one -> one.golden().id())
        .collect(Collectors.toSet());
  }

  /**
   * Returns the failed jobs whose source and golden still exist, and whose golden no later job has
   * imported.
   *
   * @param jobs newest first
   */
  private static Stream<ImportJob> unsolved(List<ImportJob> jobs, Set<UUID> goldens) {
    Set<UUID> open = new HashSet<>(goldens);
    List<ImportJob> failed = new ArrayList<>();
    for (ImportJob job : jobs) {
      if (job.phase() == ImportPhase.SUCCEEDED) {
        open.remove(job.goldenId());
      } else if (job.phase() == ImportPhase.FAILED
          && !job.isCancelled()
          && job.sourceId() != null
          && open.contains(job.goldenId())) {
        failed.add(job);
      }
    }
    return failed.stream();
  }

  private static Failure of(Database database) {
    return new Failure(
        database.name(),
        "/databases/" + database.name(),
        database.status().message(),
        database.createdAt());
  }

  private static Failure of(Instance clone) {
    return new Failure(
        CloneView.name(clone),
        "/clones/" + clone.id(),
        clone.status().message(),
        clone.createdAt());
  }

  private static Failure of(ImportJob job) {
    return new Failure(
        "Import of " + job.golden() + ", version " + job.version(),
        "/imports/" + job.id(),
        job.status().message(),
        Optional.ofNullable(job.finishedAt()).orElse(job.createdAt()));
  }
}
