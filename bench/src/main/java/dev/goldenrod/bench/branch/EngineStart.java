package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.VolumeLocation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;

/** The start time of an engine according to its log, which is a lower bound for any launch. */
final class EngineStart {
  private static final List<String> STARTING =
      List.of("starting as process", "starting PostgreSQL");
  private static final List<String> READY =
      List.of("ready for connections", "ready to accept connections");

  /** The length of a time such as {@code 2026-11-22T11:05:17.536}. */
  private static final int TIME = 23;

  private EngineStart() {}

  /** Returns the milliseconds that the only database of the volumes took to start. */
  static double milliseconds(VolumeLocation volumes) {
    Path databases = volumes.folder().resolveSibling("clones");
    try (Stream<Path> folders = Files.list(databases)) {
      Path log =
          folders
              .map(folder -> folder.resolve("log"))
              .filter(Files::exists)
              .findFirst()
              .orElseThrow(() -> new BenchFailure("no database in " + databases + " has a log"));
      return milliseconds(Files.readAllLines(log));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the log of a database in " + databases, e);
    }
  }

  static double milliseconds(List<String> log) {
    return Duration.between(time(log, STARTING), time(log, READY)).toNanos() / 1e6;
  }

  private static LocalDateTime time(List<String> log, List<String> texts) {
    return log.stream()
        .filter(line -> texts.stream().anyMatch(line::contains))
        .findFirst()
        .map(line -> LocalDateTime.parse(line.substring(0, TIME).replace(' ', 'T')))
        .orElseThrow(() -> new BenchFailure("an engine's log contains none of: " + texts));
  }
}
