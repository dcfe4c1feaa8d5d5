package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Overlays that each process mounts in its own user and mount namespace, which ends with its last
 * process. Other processes see only the topmost layer. Requires Linux 5.11 with unprivileged user
 * namespaces.
 */
record RootlessOverlays(Path folder, int uid, int gid) implements OverlayMounts {
  /**
   * A lock file in the layer's private folder, which the layer's processes hold from before the
   * mount until the last one exits.
   */
  private static final String LOCK = "private/mounted";

  /**
   * The lock prevents two overlays on one layer, which would corrupt each other and which the
   * kernel allows. It waits, since a killed server may take a moment to exit. The second namespace
   * restores the process's own user, since engines refuse to run as root.
   */
  private static final String SCRIPT =
      """
      cd "$1" || exit
      exec 9>"$6" || exit
      flock -w 5 9 || { echo "$5 is already mounted: processes use it" >&2; exit 1; }
      mount -t overlay -o "nosuid,nodev,noexec,userxattr,index=off,$4" goldenrod "$5" || exit
      cd "$OLDPWD" || exit
      user=$2 group=$3
      shift 6
      exec unshare --user --map-user="$user" --map-group="$group" -- "$@"
      """;

  private static final List<String> NAMESPACE =
      List.of("unshare", "--user", "--map-root-user", "--mount", "--propagation", "slave", "--");

  @Override
  public String description() {
    return "overlays in user namespaces";
  }

  @Override
  public void mount(List<String> layers, Path data) {}

  @Override
  public void mountFrozen(List<String> layers, Path data) {}

  @Override
  public void copyLayer(String layer, String empty, Consumer<Runnable> standstill) {
    List<String> command =
        List.of("cp", "-a", "--reflink=auto", layer + "/data/.", empty + "/data/");
    standstill.accept(() -> Tool.runIn(folder, command));
  }

  @Override
  public void merge(List<String> layers, String empty) {
    List<String> line = new ArrayList<>(NAMESPACE);
    line.addAll(
        List.of(
            "sh",
            "-c",
            MERGE,
            "merge",
            ".",
            empty,
            "userxattr,index=off",
            OverlayMounts.lower(layers)));
    Tool.runIn(folder, line);
  }

  @Override
  public boolean areShownToAll() {
    return false;
  }

  @Override
  public boolean wantsStartupFiles() {
    return true;
  }

  @Override
  public List<String> command(List<String> layers, List<String> command) {
    String top = layers.get(0) + "/data/data";
    String lower = OverlayMounts.lower(layers.subList(1, layers.size()));
    // Paths are relative to the folder: short, and without characters that need escaping.
    String options =
        "upperdir=%s,workdir=%s/private/work,lowerdir=%s".formatted(top, layers.get(0), lower);
    List<String> line = new ArrayList<>(NAMESPACE);
    line.addAll(List.of("sh", "-c", SCRIPT, "overlay", folder.toString()));
    line.addAll(
        List.of(Integer.toUnsignedString(uid), Integer.toUnsignedString(gid), options, top));
    line.add(layers.get(0) + "/" + LOCK);
    line.addAll(command);
    return line;
  }
}
