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

/** What the storage system has: volumes and snapshots, a folder each, by their handles. */
public final class StorageFolders {
  private final Path volumes;
  private final Path snapshots;
  private final Map<String, Long> sizes = new ConcurrentHashMap<>();
  private volatile boolean isHeld;
  private volatile Runnable betweenParts = () -> {};

  public StorageFolders(CopyOnWriteDisk disk) {
    try {
      volumes = Files.createDirectories(disk.folder().resolve("volumes"));
      snapshots = Files.createDirectories(disk.folder().resolve("snapshots"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path volume(String handle) {
    return volumes.resolve(handle);
  }

  public boolean hasSnapshot(String handle) {
    return Files.isDirectory(snapshots.resolve(handle));
  }

  /** From now on the driver gets no further with any snapshot, or goes on. */
  public void holdSnapshots(boolean held) {
    isHeld = held;
  }

  /** Is called in the middle of each snapshot, when it has the tables and nothing else. */
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

  /** Makes a snapshot of nothing and returns its handle. */
  public String emptySnapshot() {
    String handle = "snap-" + UUID.randomUUID();
    try {
      Files.createDirectory(snapshots.resolve(handle));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return handle;
  }

  /** Makes an empty volume and returns its handle. */
  String create() {
    String handle = "vol-" + UUID.randomUUID();
    try {
      Files.createDirectory(volume(handle));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return handle;
  }

  /** Makes a volume with what the snapshot has. */
  String restore(String snapshot) throws InterruptedException {
    String handle = "vol-" + UUID.randomUUID();
    copy(snapshots.resolve(snapshot), volume(handle));
    return handle;
  }

  /** Copies the volume as it is, file by file. */
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

  private static void makeFolder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The smallest volume that takes the snapshot. */
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

  /** Files that vanish meanwhile are left out, as a storage system never saw them. */
  private static void copy(Path from, Path to) throws InterruptedException {
    run("cp", "-a", "--reflink=auto", from.toString(), to.toString());
  }

  /** Leaves what is there as it is. */
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
