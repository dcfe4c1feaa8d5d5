package dev.goldenrod.dataplane.k8s.simulated.node;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.FileTree;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Container.Mount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The volumes of a pod, as directories of this machine. */
final class PodVolumes {
  private static final Path MEMORY = Path.of("/dev/shm");

  /** The permissions that files get with their group. */
  private static final int GROUP_FILE = 0660;

  private static final int GROUP_FOLDER = 02770;

  private final ObjectApi api;
  private final Function<String, Path> byHandle;
  private final Path folder;
  private final Path memory;
  private final JsonObject pod;
  private final long group;
  private final Map<String, Path> prepared = new HashMap<>();
  private final Map<String, ProjectedFolder> projected = new HashMap<>();

  PodVolumes(ObjectApi api, Function<String, Path> byHandle, Path folder, JsonObject pod) {
    this.api = api;
    this.byHandle = byHandle;
    this.folder = folder;
    memory = MEMORY.resolve("goldenrod-simulated-" + Tree.uid(pod));
    this.pod = pod;
    group = Tree.number(pod, -1, "spec", "securityContext", "fsGroup");
  }

  /** Prepares the volumes, or throws an {@link ApiError} if a needed object does not exist. */
  void prepare() throws IOException {
    for (JsonObject volume : Tree.objects(pod, "spec", "volumes")) {
      String name = Tree.text(volume, "name");
      if (volume.has("persistentVolumeClaim")) {
        prepared.put(name, claimed(Tree.text(volume, "persistentVolumeClaim", "claimName")));
      } else if (volume.has("emptyDir")) {
        prepared.put(name, emptyFolder(volume));
      }
    }
    refresh();
  }

  /** Writes the current content of the pod's Secrets and ConfigMaps. */
  void refresh() throws IOException {
    for (JsonObject volume : Tree.objects(pod, "spec", "volumes")) {
      if (volume.has("secret")) {
        project(volume, ResourceType.SECRET, Tree.object(volume, "secret"), "secretName");
      } else if (volume.has("configMap")) {
        project(volume, ResourceType.CONFIG_MAP, Tree.object(volume, "configMap"), "name");
      }
    }
  }

  private Path claimed(String claimName) throws IOException {
    JsonObject claim = api.get(ResourceType.CLAIM, Tree.namespace(pod), claimName);
    JsonObject volume = api.get(ResourceType.VOLUME, "", Tree.text(claim, "spec", "volumeName"));
    Path path = byHandle.apply(Tree.text(volume, "spec", "csi", "volumeHandle"));
    if (group >= 0) {
      String policy = Tree.text(pod, "spec", "securityContext", "fsGroupChangePolicy");
      setGroup(path, group, policy.equals("OnRootMismatch"));
    }
    return path;
  }

  /**
   * Changes the group of a volume's files, as the kubelet does for {@code fsGroup}, unless {@code
   * onRootMismatch} is set and the root already matches.
   */
  private static void setGroup(Path volume, long group, boolean onRootMismatch) throws IOException {
    if (!onRootMismatch || !isOwned(volume, group)) {
      Files.walkFileTree(volume, new GroupSetter((int) group));
    }
  }

  private static boolean isOwned(Path volume, long group) throws IOException {
    int mode = (int) Files.getAttribute(volume, "unix:mode");
    return (int) Files.getAttribute(volume, "unix:gid") == group
        && (mode & GROUP_FOLDER) == GROUP_FOLDER;
  }

  private Path emptyFolder(JsonObject volume) throws IOException {
    boolean inMemory = Tree.text(volume, "emptyDir", "medium").equals("Memory");
    Path parent = inMemory ? memory : folder.resolve("empty");
    Path path = Files.createDirectories(parent.resolve(Tree.text(volume, "name")));
    Files.setAttribute(path, "unix:mode", group < 0 ? 0777 : 02777);
    if (group >= 0) {
      Files.setAttribute(path, "unix:gid", (int) group);
    }
    return path;
  }

  private void project(JsonObject volume, ResourceType type, JsonObject source, String nameField)
      throws IOException {
    String name = Tree.text(volume, "name");
    Path path = Files.createDirectories(folder.resolve("projected").resolve(name));
    Files.setAttribute(path, "unix:mode", 0755);
    Map<String, byte[]> files = files(type, source, Tree.text(source, nameField));
    projected
        .computeIfAbsent(name, unknown -> new ProjectedFolder(path))
        .write(files, (int) Tree.number(source, 0644, "defaultMode"), group);
    prepared.put(name, path);
  }

  private Map<String, byte[]> files(ResourceType type, JsonObject source, String objectName) {
    if (Tree.flag(source, "optional")
        && api.find(type, Tree.namespace(pod), objectName).isEmpty()) {
      return Map.of();
    }
    JsonObject object = api.get(type, Tree.namespace(pod), objectName);
    boolean encoded = type == ResourceType.SECRET;
    Map<String, byte[]> all = new LinkedHashMap<>();
    Tree.map(object, "data").forEach((key, value) -> all.put(key, bytes(value, encoded)));
    Tree.map(object, "binaryData").forEach((key, value) -> all.put(key, bytes(value, true)));
    List<JsonObject> items = Tree.objects(source, "items");
    if (items.isEmpty()) {
      return all;
    }
    Map<String, byte[]> chosen = new LinkedHashMap<>();
    items.forEach(item -> chosen.put(Tree.text(item, "path"), all.get(Tree.text(item, "key"))));
    return chosen;
  }

  private static byte[] bytes(String value, boolean encoded) {
    return encoded ? Base64.getDecoder().decode(value) : value.getBytes(StandardCharsets.UTF_8);
  }

  void delete() {
    FileTree.delete(memory);
    FileTree.delete(folder);
  }

  List<Mount> mounts(JsonObject container) throws IOException {
    List<Mount> mounts = new ArrayList<>();
    for (JsonObject mount : Tree.objects(container, "volumeMounts")) {
      String volume = Tree.text(mount, "name");
      Path source = prepared.get(volume).resolve(Tree.text(mount, "subPath"));
      if (!Files.exists(source)) {
        Files.createDirectories(source);
      }
      boolean readOnly = Tree.flag(mount, "readOnly") || projected.containsKey(volume);
      mounts.add(new Mount(source, Tree.text(mount, "mountPath"), readOnly));
    }
    return mounts;
  }

  private static final class GroupSetter extends SimpleFileVisitor<Path> {
    private final int group;

    GroupSetter(int group) {
      this.group = group;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.setAttribute(file, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
      if (!attributes.isSymbolicLink()) {
        add(file, GROUP_FILE);
      }
      return FileVisitResult.CONTINUE;
    }

    /** The volume's root directory is changed last, because it marks the change as complete. */
    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
      Files.setAttribute(folder, "unix:gid", group);
      add(folder, GROUP_FOLDER);
      return FileVisitResult.CONTINUE;
    }

    private static void add(Path path, int bits) throws IOException {
      int mode = (int) Files.getAttribute(path, "unix:mode") & 07777;
      Files.setAttribute(path, "unix:mode", mode | bits);
    }
  }
}
