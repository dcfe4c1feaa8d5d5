package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.SortOrders;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves databases to the configured image, unless it sorts text in another order than their
 * indexes. The decision is recorded in the database's Secret, goes with its data, and takes effect
 * at its next start. Thread-safe.
 */
record ImageUpgrades(DatabaseContext context, DatabaseServers servers, DatabaseObjects objects) {
  private static final Logger LOG = LoggerFactory.getLogger(ImageUpgrades.class);
  private static final Duration LONGEST_COMMAND = Duration.ofSeconds(15);
  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

  /**
   * Makes the next start use the configured image; returns whether a restart is due.
   *
   * @param reindex whether its indexes may be rebuilt
   * @throws DataPlaneException if it cannot take the image; the message says why
   */
  boolean upgrade(DatabaseRoot root, boolean reindex) {
    DatabaseInfo info = DatabaseServers.info(root);
    PodImage image =
        new PodImage(
            context.images().of(info.type(), info.release()),
            root.build().architecture(),
            context.images().pullSecret());
    try (ImageInspectionPod trial = ImageInspectionPod.start(context, root, image)) {
      EngineServer server = servers.of(root);
      requireRelease(info, trial.output(List.of(server.command().get(0), "--version")), image);
      boolean isToReindex = isToReindex(root, server, trial, image, reindex);
      // Record it even if no restart is due: the image may have another name, or a former request
      // may be obsolete.
      EngineBuild next = trial.build().reindexing(isToReindex);
      if (!next.equals(root.build())) {
        note(root, next);
      }
      return isToReindex || !runsIn(root, trial);
    }
  }

  private boolean runsIn(DatabaseRoot root, ImageInspectionPod trial) {
    return objects
        .pod(root.id())
        .flatMap(PodStates::imageId)
        .filter(trial.imageId()::equals)
        .isPresent();
  }

  /** Rejects another release, whose server would refuse the data or convert it irreversibly. */
  private static void requireRelease(DatabaseInfo info, String told, PodImage image) {
    Matcher version = VERSION.matcher(told);
    if (!version.find() || !(version.group() + ".").startsWith(info.release() + ".")) {
      throw new DataPlaneException(
          "image %s has '%s', but the database is of %s %s; for another release, create a new database and load the data into it"
              .formatted(image.name(), told.strip(), info.type(), info.release()));
    }
  }

  private boolean isToReindex(
      DatabaseRoot root,
      EngineServer server,
      ImageInspectionPod trial,
      PodImage image,
      boolean reindex) {
    Optional<SortOrders> orders = server.sortOrders();
    if (orders.isEmpty()) {
      return false;
    }
    EnginePod pod = context.pods().apply(root.names().pod());
    List<String> command = orders.get().librariesCommand();
    Map<String, String> now = libraries(pod.output(command, LONGEST_COMMAND));
    Map<String, String> next = libraries(trial.output(command));
    try (PodTunnel tunnel = servers.tunnel(root)) {
      List<String> changes = changes(orders.get().librariesInUse(tunnel.port()), now, next);
      Optional<String> problem = orders.get().problem(tunnel.port());
      if (!reindex && !changes.isEmpty()) {
        throw new DataPlaneException(
            "image %s may sort text in another order than the database's indexes (%s), so that index lookups would miss rows: send {\"reindex\": true} to rebuild the indexes when the database starts, before clients can log in"
                .formatted(image.name(), String.join(", ", changes)));
      }
      return reindex && (!changes.isEmpty() || problem.isPresent());
    }
  }

  private static Map<String, String> libraries(String told) {
    return told.lines()
        .map(line -> line.strip().split(" ", 2))
        .filter(words -> words.length == 2)
        .collect(Collectors.toMap(words -> words[0], words -> words[1], (a, b) -> a, TreeMap::new));
  }

  private static List<String> changes(
      Set<String> inUse, Map<String, String> now, Map<String, String> next) {
    return inUse.stream()
        .filter(library -> !Objects.equals(now.get(library), next.get(library)))
        .sorted()
        .map(
            library ->
                "%s: %s now, %s in the image"
                    .formatted(
                        library,
                        now.getOrDefault(library, "unknown"),
                        next.getOrDefault(library, "unknown")))
        .toList();
  }

  private void note(DatabaseRoot root, EngineBuild next) {
    boolean isNoted =
        context
            .cluster()
            .secrets()
            .mergeIf(
                root.names().root(),
                found -> new DatabaseRoot(found).hasTargetOf(root),
                SortOrderAnnotations.addCheckDue(next.replaceIn(Annotations.patch(Map.of())), true))
            .map(EngineBuild::of)
            .filter(next::equals)
            .isPresent();
    if (!isNoted) {
      throw new DataPlaneException("the database was changed meanwhile; try again");
    }
    LOG.info(
        "Upgrading database {}: next start uses image {} instead of {}{}",
        root.id(),
        next.image().or(next::imageName).orElse(""),
        root.build().image().orElse("the configured image"),
        next.isReindexDue() ? ", and rebuilds the indexes" : "");
  }
}
