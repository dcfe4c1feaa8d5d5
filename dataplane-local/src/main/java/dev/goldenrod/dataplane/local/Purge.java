package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.cgroup.Cgroups;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.dataplane.local.volume.VolumeStores;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops all processes of a data directory, and optionally deletes Goldenrod's files in it. */
final class Purge {
  private static final Logger LOG = LoggerFactory.getLogger(Purge.class);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private Purge() {}

  /** Kills processes of volumes' users that work outside the root and may hold files open. */
  private static void killVolumeUsers(VolumeStore volumes, RunAs runAs) {
    List<String> undamaged =
        volumes.list().stream().filter(name -> !volumes.isDamaged(name)).toList();
    for (String name : undamaged) {
      Path data = volumes.path(name).resolve(VolumeStore.DATA);
      if (Files.isDirectory(data) && !runAs.isServers(data)) {
        runAs.ownerOf(data).killAll();
      }
    }
  }

  private static void removeCgroups(String owner) {
    try (Cgroups cgroups = Cgroups.open(owner)) {
      cgroups.retain(Set.of());
    }
  }

  private static void stopDatabases(
      DataDirectory directory, BiConsumer<LocalRoot, VolumeStore> leave) {
    RunAs runAs = RunAs.detect();
    LocalRoot root = LocalRoot.open(directory.path(), directory.id(), runAs);
    Processes.endAll(root.path(), PATIENCE);
    VolumeStore volumes = VolumeStores.openForRemoval(root, runAs);
    killVolumeUsers(volumes, runAs);
    removeCgroups(directory.resourceOwner());
    leave.accept(root, volumes);
    Ports.releaseAll(directory.resourceOwner());
    EngineUsers.releaseAll(directory.resourceOwner());
  }

  private static void delete(LocalRoot root, VolumeStore volumes) {
    volumes.purge();
    volumes.close();
    root.purge();
  }

  private static void unmount(LocalRoot root, VolumeStore volumes) {
    volumes.close();
    VolumeStores.unmountAll(root);
  }

  static void shutDown(Path dataDir) {
    try (DataDirectory directory = DataDirectory.lock(dataDir)) {
      if (LocalRoot.isIn(directory.path())) {
        stopDatabases(directory, Purge::unmount);
        deleteMountPoint(directory.id());
      }
    }
  }

  static void unmountDeleted(String dataDirId) {
    VolumeStores.unmountAllOfDeleted(dataDirId);
    deleteMountPoint(dataDirId);
  }

  private static void deleteMountPoint(String dataDirId) {
    try {
      Files.deleteIfExists(LocalRoot.mountPoint(dataDirId));
    } catch (DirectoryNotEmptyException notOurs) {
      LOG.warn("Kept the mount point {}: it is not empty", notOurs.getFile());
    } catch (IOException e) {
      throw new DataPlaneException("cannot remove the mount point of " + dataDirId, e);
    }
  }

  static void purge(Path dataDir) {
    if (!Files.isDirectory(dataDir)) {
      return;
    }
    if (!DataDirectory.isOne(dataDir)) {
      throw new DataPlaneException(
          "%s is not a data directory of Goldenrod, so it was not deleted".formatted(dataDir));
    }
    try (DataDirectory directory = DataDirectory.lock(dataDir)) {
      if (LocalRoot.isIn(directory.path())) {
        stopDatabases(directory, Purge::delete);
      }
      directory.delete();
    } catch (IOException e) {
      throw new DataPlaneException("cannot delete all of %s: %s".formatted(dataDir, e), e);
    }
  }
}
