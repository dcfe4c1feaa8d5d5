package dev.goldenrod.server.testing;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.member.Actor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes goldens that tests have not used for long. Each golden has a file of its name, modified
 * at its last use. Must not run while a test can start to use a golden.
 */
final class UnusedGoldens {
  private static final Logger LOG = LoggerFactory.getLogger(UnusedGoldens.class);

  private static final int MIB = 20;

  private final ControlPlane control;
  private final Actor admin;
  private final Path folder;
  private final Duration longest;
  private final long mostBytes;

  /**
   * @param longest maximum time without use
   * @param mostBytes size of all goldens beyond which the least recently used ones are deleted
   */
  UnusedGoldens(ControlPlane control, Path folder, Duration longest, long mostBytes) {
    this.control = control;
    this.admin = control.admin();
    this.folder = folder;
    this.longest = longest;
    this.mostBytes = mostBytes;
  }

  void remove(Instant now) {
    List<Golden> latestFirst =
        control.goldens().list(admin).stream()
            .map(GoldenSummary::golden)
            .sorted(Comparator.comparing(this::lastUse).reversed())
            .toList();
    long bytes = 0;
    long kept = 0;
    for (Golden golden : latestFirst) {
      bytes += bytes(golden);
      if (bytes > mostBytes || lastUse(golden).isBefore(now.minus(longest))) {
        remove(golden);
      } else {
        kept = bytes;
      }
    }
    LOG.info("Goldens use {} of at most {} MiB", kept >> MIB, mostBytes >> MIB);
  }

  /** Returns the time of the last use, or of the creation if no use was recorded. */
  private Instant lastUse(Golden golden) {
    try {
      Path file = folder.resolve(golden.name());
      return Files.exists(file) ? Files.getLastModifiedTime(file).toInstant() : golden.createdAt();
    } catch (IOException unreadable) {
      return golden.createdAt();
    }
  }

  private long bytes(Golden golden) {
    return control.goldens().versions(admin, golden.id()).stream()
        .mapToLong(GoldenVersion::sizeBytes)
        .sum();
  }

  /** Deletes a golden. A failure is only logged, and the next start tries again. */
  private void remove(Golden golden) {
    try {
      delete(golden);
      LOG.info(
          "Deleting golden {}, because it was last used at {}", golden.name(), lastUse(golden));
    } catch (ControlPlaneException refused) {
      LOG.warn("Cannot delete the unused golden {}: {}", golden.name(), refused.getMessage());
    }
  }

  private void delete(Golden golden) {
    control.pools().list(admin).stream()
        .filter(pool -> pool.pool().goldenId().equals(golden.id()))
        .forEach(pool -> control.pools().delete(admin, pool.pool().id()));
    control.goldens().delete(admin, golden.id(), true);
  }
}
