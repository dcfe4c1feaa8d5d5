package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * Single files that are copied into a clone's own layer, as overlayfs does when a process opens
 * them for writing.
 */
record CopiedUpFiles(OverlayLayers layers) {
  private static final String UNFINISHED = "copied-up";

  /**
   * Returns the file's path in the topmost layer, which must not be mounted, and copies the file
   * there if only a lower layer has it. After a kill or a power failure the copy is complete or
   * absent.
   *
   * @param all the volume's layers, the topmost first
   */
  Path path(List<String> all, String file) throws IOException {
    Path own = data(all.get(0)).resolve(file);
    Optional<Path> visible =
        all.stream()
            .map(layer -> data(layer).resolve(file))
            .filter(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS))
            .findFirst();
    if (visible.isPresent() && isToBeCopied(visible.get(), own)) {
      copy(visible.get(), layers.privateFolder(all.get(0)).resolve(UNFINISHED), own);
    }
    return own;
  }

  /** A device is a file's whiteout. */
  private static boolean isToBeCopied(Path visible, Path own) {
    return !visible.equals(own) && Files.isRegularFile(visible, LinkOption.NOFOLLOW_LINKS);
  }

  private static void copy(Path file, Path unfinished, Path to) throws IOException {
    Files.copy(
        file,
        unfinished,
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES,
        LinkOption.NOFOLLOW_LINKS);
    DurableFile.force(unfinished);
    Files.createDirectories(to.getParent(), OwnerOnly.FOLDER);
    Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
  }

  private Path data(String layer) {
    return layers.content(layer).resolve(VolumeStore.DATA);
  }
}
