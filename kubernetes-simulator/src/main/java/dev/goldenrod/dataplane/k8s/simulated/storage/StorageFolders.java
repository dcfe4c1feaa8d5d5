package dev.goldenrod.dataplane.k8s.simulated.storage;

import dev.goldenrod.dataplane.k8s.simulated.object.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The volumes and snapshots of the storage system: one directory each, named by the handle. */
public final class StorageFolders {
  private final Path volumes;
  private final Path snapshots;
  private final Map<String, Long> sizes = new ConcurrentHashMap<>();
  private volatile boolean isHeld;
  private volatile Runnable betweenParts = () -> {};

  public StorageFolders(CopyOnWriteDisk disk) {
    volumes = makeFolder(disk.folder().resolve("volumes"));
    snapshots = makeFolder(disk.folder().resolve("snapshots"));
  }

  public Path volume(String handle) {
    return volumes.resolve(handle);
  }

  public boolean hasSnapshot(String handle) {
    return Files.isDirectory(snapshots.resolve(handle));
  }

  /** Suspends or resumes the creation of snapshots. */
  public void holdSnapshots(boolean held) {
    isHeld = held;
  }

  /** Sets an action to run in the middle of each snapshot, when only the tables are copied. */
  public void onHalfSnapshot(Runnable action) {
    betweenParts = action;
  }

  boolean isHeld() {
    return isHeld;
  }

  public Set<String> volumeHandles() {
    return names(volumes);
  }

  public Set<String> snapshotHandles() {
    return names(snapshots);
  }

  private static Set<String> names(Path folder) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(one -> one.getFileName().toString()).collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String emptySnapshot() {
    String handle = "snap-" + UUID.randomUUID();
    makeFolder(snapshots.resolve(handle));
    return handle;
  }

  String create() {
    String handle = "vol-" + UUID.randomUUID();
    makeFolder(volume(handle));
    return handle;
  }

  String restore(String snapshot) throws InterruptedException {
    String handle = "vol-" + UUID.randomUUID();
    copy(snapshots.resolve(snapshot), volume(handle));
    return handle;
  }

  /** Copies the current content of the volume, file by file, and returns the snapshot's handle. */
  String snapshot(String volume) throws InterruptedException {
    Path copy = snapshots.resolve("snap-" + UUID.randomUUID());
    Path tables = Path.of("data", "base");
    if (Files.isDirectory(volume(volume).resolve(tables))) {
      makeFolder(copy.resolve(tables).getParent());
      copy(volume(volume).resolve(tables), copy.resolve(tables));
      betweenParts.run();
    }
    copyMissing(volume(volume), copy);
    return copy.getFileName().toString();
  }

  private static Path makeFolder(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the size in bytes of the smallest volume that can hold the snapshot. */
  long size(String snapshot) {
    return sizes.getOrDefault(snapshot, 0L);
  }

  void size(String snapshot, long bytes) {
    sizes.put(snapshot, bytes);
  }

  void deleteVolume(String handle) {
    FileTree.delete(volume(handle));
  }

  void deleteSnapshot(String handle) {
    if (!handle.isEmpty()) {
      FileTree.delete(snapshots.resolve(handle));
    }
  }

  /** Files that vanish during the copy are omitted: the exit code is ignored. */
  private static void copy(Path from, Path to) throws InterruptedException {
    run("cp", "-a", "--reflink=auto", from.toString(), to.toString());
  }

  private static void copyMissing(Path from, Path to) throws InterruptedException {
    run("cp", "-an", "-T", "--reflink=auto", from.toString(), to.toString());
  }

  private static void run(String... command) throws InterruptedException {
    try {
      new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
