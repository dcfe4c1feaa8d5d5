package dev.goldenrod.dataplane.k8s.backup;

import dev.goldenrod.dataplane.k8s.exec.PodFiles;
import dev.goldenrod.engine.OnlineBackup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** A transfer of the server's files that a copy needs, one after the other. Used by one thread. */
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

  /** Returns a transfer that skips the files that an interrupted one has brought. */
  static BackupTransfer of(
      OnlineBackup.Additions additions, PodFiles from, Path data, PodFiles to, Path folder) {
    return new BackupTransfer(additions, from, data, to, folder, to.list(folder));
  }

  /** Transfers files until all are there or the time is over; returns whether all are there. */
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

  String progress() {
    int all = additions.logs().size();
    return "adding the WAL written during the copy: %d of %d files are there"
        .formatted(all - missing.size(), all);
  }
}
