package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.SystemCalls;
import dev.goldenrod.dataplane.local.process.SystemCalls.Descriptor;
import dev.goldenrod.dataplane.local.process.SystemCalls.RefusedException;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Overlays mounted by root. Files of lower layers are owned by root and shown with the owner of the
 * topmost layer by an id mapping, so that no file has to be changed. Requires Linux 5.19 and {@link
 * SystemCalls}.
 */
record IdMappedOverlays(Path folder) implements OverlayMounts {
  /**
   * Mounts from a second, uncovered mount of the folder, since overlays on the layers would count
   * as nested, and the kernel stacks at most two overlays.
   */
  private static final String MOUNT_UNCOVERED =
      """
      mount --bind -o ro . "$1/private/lower" || exit
      lower=$PWD/$1/private/lower
      cd "$lower" && mount -t overlay -o "$2" goldenrod "$3"
      result=$?
      umount -l "$lower" && exit $result
      """;

  @Override
  public String description() {
    return "overlays";
  }

  @Override
  public void mount(List<String> layers, Path data) throws IOException {
    if (!SystemCalls.areAvailable()) {
      throw new DataPlaneException(
          "mounting overlays requires Linux and JNA's native code, which cannot be loaded here; the log says why");
    }
    try (Descriptor namespace = UserNamespaces.open(id(data, "unix:uid"), id(data, "unix:gid"))) {
      SystemCalls.inOwnThread(() -> mount(layers, namespace));
    } catch (RefusedException e) {
      throw new DataPlaneException(
          "cannot mount an overlay on %s: %s".formatted(data, e.getMessage()), e);
    }
  }

  /** Paths are relative to the folder: short, and without characters that need escaping. */
  private void mount(List<String> layers, Descriptor namespace) {
    String top = layers.get(0);
    String shown = top + "/private/lower";
    String lower =
        layers.stream()
            .skip(1)
            .map(id -> shown + "/" + id + "/data/data")
            .collect(Collectors.joining(":"));
    SystemCalls.enter(folder);
    SystemCalls.mountWithIdsOf(namespace, shown);
    try {
      SystemCalls.mountOverlay(
          top + "/data/data",
          "index=off,redirect_dir=on,upperdir=%1$s/data/data,workdir=%1$s/private/work,lowerdir=%2$s"
              .formatted(top, lower));
    } finally {
      // The overlay keeps a hold of its own on what is shown.
      SystemCalls.unmount(shown, SystemCalls.DETACH);
    }
  }

  @Override
  public void mountFrozen(List<String> layers, Path data) {
    // Paths are relative to the folder: short, and without characters that need escaping.
    String options =
        "ro,nosuid,nodev,noexec,redirect_dir=follow,lowerdir=" + OverlayMounts.lower(layers);
    Tool.runIn(
        folder,
        List.of("sh", "-c", MOUNT_UNCOVERED, "mount", layers.get(0), options, data.toString()));
  }

  /**
   * Copies from a second mount of the layer, since the overlay covers the layer's data. On that
   * mount, symbolic links of the database's user cannot redirect the copy.
   */
  @Override
  public void copyLayer(String layer, String empty, Consumer<Runnable> standstill) {
    String uncovered = empty + "/private/lower";
    List<String> command =
        List.of("cp", "-a", "--reflink=auto", uncovered + "/.", empty + "/data/");
    String point = folder.resolve(uncovered).toString();
    SystemCalls.mountWithoutLinks(folder.resolve(layer).resolve("data").toString(), point);
    try {
      standstill.accept(() -> Tool.runIn(folder, command));
    } finally {
      SystemCalls.unmount(point, SystemCalls.DETACH);
    }
  }

  @Override
  public void merge(List<String> layers, String empty) {
    String options = "nosymfollow,index=off,metacopy=off,redirect_dir=on";
    Tool.runIn(
        folder,
        List.of(
            "unshare",
            "--mount",
            "--",
            "sh",
            "-c",
            "mount --bind -o ro . \"$1\" || exit\n" + MERGE,
            "merge",
            layers.get(0) + "/private/lower",
            empty,
            options,
            OverlayMounts.lower(layers)));
  }

  @Override
  public boolean areShownToAll() {
    return true;
  }

  @Override
  public boolean wantsStartupFiles() {
    return false;
  }

  @Override
  public List<String> command(List<String> layers, List<String> command) {
    return command;
  }

  private static String id(Path data, String attribute) throws IOException {
    return Integer.toUnsignedString(
        (int) Files.getAttribute(data, attribute, LinkOption.NOFOLLOW_LINKS));
  }
}
