package dev.goldenrod.dataplane.local.preparation;

import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.port.WorkUser;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.root.LocalRoot;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.DatabaseServers;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.Preparation;
import dev.goldenrod.engine.imports.DataDirectoryImporter;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * What data is made with on this machine.
 *
 * @param runAs the user of what is no running server: of tools and of data at rest
 */
public record PreparationContext(
    LocalRoot root, EngineUsers users, VolumeStore volumes, DatabaseServers servers, RunAs runAs) {
  private static final String NAMES = "passwd";
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  /** Data that is made as the user of what is no single database's. */
  public PreparationContext(
      LocalRoot root, EngineUsers users, VolumeStore volumes, DatabaseServers servers) {
    this(root, users, volumes, servers, users.shared());
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
   * Makes the copy, in the volume, its data directory, and prepares it. Until here only the
   * server's user could change it. Somebody else made it, and maybe made it run what they like: its
   * engine's tools are run by a user that nothing else here belongs to, and of whom nothing is left
   * afterwards.
   */
  public void prepare(
      DataDirectoryImporter importer,
      String release,
      Path copy,
      DataVolume volume,
      WorkFolder folder) {
    try (WorkUser user = users.forWork(folder.file(NAMES))) {
      PreparationContext own = new PreparationContext(root, users, volumes, servers, user.runAs());
      WorkFolder tools = folder.of(user.runAs());
      move(copy, volume);
      own.lend(volume);
      volume.write(importer.prepare(own.preparation(importer.type(), release, volume, tools)));
    }
    lend(volume);
  }

  /** Makes the data the context's user's, and no other's. */
  void lend(DataVolume volume) {
    runAs.letPass(volume.root());
    runAs.chownTree(volume.data());
  }

  /** Removes the volume and ends the processes that use it, or whose user it belongs to. */
  public void discard(String volume) {
    if (volumes.exists(volume) && !volumes.isDamaged(volume)) {
      Processes.killAll(volumes.path(volume), KILL_PATIENCE);
      users.killOwner(new DataVolume(volumes.path(volume)).data());
    }
    volumes.remove(volume);
  }

  private static void move(Path copy, DataVolume volume) {
    try {
      Files.delete(volume.data());
      Files.move(copy, volume.data(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new DataPlaneException("cannot move the copy to %s: %s".formatted(volume.data(), e), e);
    }
  }
}
