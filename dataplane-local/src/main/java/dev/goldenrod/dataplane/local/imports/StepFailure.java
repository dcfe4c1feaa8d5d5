package dev.goldenrod.dataplane.local.imports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Why a step failed, in words for people. */
final class StepFailure {
  private static final Logger LOG = LoggerFactory.getLogger(StepFailure.class);
  private static final String DISK_FULL = "No space left on device";
  private static final long ALL_BUT_FULL = 16_000_000;

  private final ImportContext context;
  private final Staging staging;

  StepFailure(ImportContext context, Staging staging) {
    this.context = context;
    this.staging = staging;
  }

  /** The message. A full disk shows itself in many ways, so it is looked for. */
  String explain(Throwable failure) {
    // What is no exception of ours says too little without its kind.
    String message =
        failure instanceof Error
            ? failure.toString()
            : Optional.ofNullable(failure.getMessage()).orElse(failure.toString());
    try {
      return explain(message);
    } catch (RuntimeException e) {
      LOG.debug("no more is known of '{}'", message, e);
      return message;
    }
  }

  private String explain(String message) {
    if (!isDiskFull(message)) {
      return message;
    }
    String size =
        staging.knownSource().map(source -> Bytes.text(source.sizeBytes())).orElse("unknown size");
    return "the disk is full: the source's database has %s, and %s are free in %s; free some, or choose a --data-dir on a larger disk (%s)"
        .formatted(
            size,
            Bytes.text(context.volumes().freeBytes()),
            context.volumes().description(),
            message);
  }

  private boolean isDiskFull(String message) {
    return message.contains(DISK_FULL)
        || context.volumes().freeBytes() < ALL_BUT_FULL
        || staging.exists() && logs().stream().anyMatch(StepFailure::tellsOfIt);
  }

  private List<Path> logs() {
    try (Stream<Path> files = Files.list(staging.folder())) {
      return files.filter(file -> file.toString().endsWith(".log")).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static boolean tellsOfIt(Path log) {
    try (LogFollower lines = new LogFollower(log)) {
      boolean[] found = {false};
      lines.forEachNew(line -> found[0] |= line.contains(DISK_FULL));
      return found[0];
    }
  }
}
