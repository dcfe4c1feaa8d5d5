package dev.goldenrod.dataplane.local.preparation;

import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.root.LocalRoot;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.DatabaseServers;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.Preparation;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** What data is made with on this machine. */
public record PreparationContext(
    LocalRoot root, EngineUsers users, VolumeStore volumes, DatabaseServers servers) {
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  /** The user of what is no running server: of tools and of data at rest. */
  public RunAs runAs() {
    return users.shared();
  }

  /** The folder of work of that name. */
  public WorkFolder folder(String name) {
    return new WorkFolder(root.imports(), name, runAs());
  }

  /** Data of an engine that is being made in the volume, by work that is not cancelled. */
  public Preparation preparation(
      String type, String release, DataVolume volume, WorkFolder folder) {
    return preparation(type, release, volume, folder, () -> false);
  }

  /** Data of an engine that is being made in the volume. */
  public Preparation preparation(
      String type,
      String release,
      DataVolume volume,
      WorkFolder folder,
      BooleanSupplier cancelled) {
    return new Preparation(
        release,
        servers.programs(type, release),
        volume.data(),
        volume,
        new FolderTools(runAs(), folder, cancelled),
        new PreparationServers(this, volume, folder.file("server.log"), cancelled));
  }

  /**
   * Makes the copy, in the volume, its data directory. Until here only the server's user could
   * change it.
   */
  public void lend(Path copy, DataVolume volume) {
    try {
      Files.delete(volume.data());
      Files.move(copy, volume.data(), StandardCopyOption.ATOMIC_MOVE);
      runAs().chownTree(volume.data());
    } catch (IOException e) {
      throw new DataPlaneException("cannot move the copy to %s: %s".formatted(volume.data(), e), e);
    }
  }

  /** Removes the volume and ends the processes that use it. */
  public void discard(String volume) {
    if (volumes.exists(volume) && !volumes.isDamaged(volume)) {
      Processes.killAll(volumes.path(volume), KILL_PATIENCE);
    }
    volumes.remove(volume);
  }
}
