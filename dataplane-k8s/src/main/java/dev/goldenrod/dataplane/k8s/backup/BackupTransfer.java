package dev.goldenrod.dataplane.k8s.backup;

import dev.goldenrod.dataplane.k8s.exec.PodFiles;
import dev.goldenrod.engine.OnlineBackup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** Brings the files of a server that a copy of it needs, one after the other. For one thread. */
final class BackupTransfer {
  private final OnlineBackup.Additions additions;
  private final PodFiles from;
  private final Path data;
  private final PodFiles to;
  private final Path folder;
  private final Deque<String> missing;

  private BackupTransfer(
      OnlineBackup.Additions additions,
      PodFiles from,
      Path data,
      PodFiles to,
      Path folder,
      Set<String> brought) {
    this.additions = additions;
    this.from = from;
    this.data = data;
    this.to = to;
    this.folder = folder;
    this.missing =
        new ArrayDeque<>(
            additions.logs().stream().filter(path -> !brought.contains(path)).toList());
  }

  /**
   * A transfer that goes on where another one was interrupted.
   *
   * @param data the server's data directory in its pod
   * @param folder of the other pod that gets the files by their paths
   */
  static BackupTransfer of(
      OnlineBackup.Additions additions, PodFiles from, Path data, PodFiles to, Path folder) {
    return new BackupTransfer(additions, from, data, to, folder, to.list(folder));
  }

  /** Goes on until all is there or the time is over; whether all is there. */
  boolean isDoneWithin(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (!missing.isEmpty() && System.nanoTime() < end) {
      String path = missing.element();
      to.copy(from, data.resolve(path), folder.resolve(path));
      missing.remove();
    }
    if (missing.isEmpty()) {
      additions.texts().forEach(text -> to.write(folder.resolve(text.path()), text.content()));
    }
    return missing.isEmpty();
  }

  /** How far it is, in a sentence. */
  String progress() {
    int all = additions.logs().size();
    return "the copy gets the WAL written meanwhile: %d of %d files are there"
        .formatted(all - missing.size(), all);
  }
}
