package dev.goldenrod.dataplane.k8s.simulated.node;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Container;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Derives the container specifications from a pod. */
record ContainerSpecs(
    ObjectApi api, JsonObject pod, PodVolumes volumes, Path folder, String address) {
  Container.Spec of(JsonObject container, Image image) throws IOException {
    Path own = Files.createDirectories(folder.resolve("containers").resolve(name(container)));
    long user = security(container, "runAsUser", 0);
    long group = security(container, "runAsGroup", 0);
    requireUser(container, user);
    writeAccounts(own, user, group);
    return new Container.Spec(
        name(container),
        image,
        command(container),
        environment(container),
        directory(container),
        user,
        group,
        groups(group),
        Tree.flag(container, "securityContext", "readOnlyRootFilesystem"),
        volumes.mounts(container),
        own);
  }

  private static String name(JsonObject container) {
    return Tree.text(container, "name");
  }

  private long security(JsonObject container, String field, long absent) {
    long ofPod = Tree.number(pod, absent, "spec", "securityContext", field);
    return Tree.number(container, ofPod, "securityContext", field);
  }

  private void requireUser(JsonObject container, long user) {
    boolean nonRoot =
        Tree.flag(pod, "spec", "securityContext", "runAsNonRoot")
            || Tree.flag(container, "securityContext", "runAsNonRoot");
    if (nonRoot && user == 0) {
      String message = "container has runAsNonRoot and image will run as root (pod: \"%s\")";
      throw ApiError.of(400, "CreateContainerConfigError", message.formatted(Tree.name(pod)));
    }
  }

  private void writeAccounts(Path own, long user, long group) throws IOException {
    Files.writeString(
        own.resolve("passwd"),
        "root:x:0:0:root:/root:/bin/sh\nengine:x:%d:%d::/tmp:/bin/sh\n".formatted(user, group));
    Files.writeString(own.resolve("group"), "root:x:0:\nengine:x:%d:\n".formatted(group));
    Files.writeString(
        own.resolve("hosts"), "127.0.0.1\tlocalhost\n%s\t%s\n".formatted(address, Tree.name(pod)));
  }

  private List<String> groups(long group) {
    List<String> all = new ArrayList<>(List.of("" + group));
    long fsGroup = Tree.number(pod, -1, "spec", "securityContext", "fsGroup");
    if (fsGroup >= 0) {
      all.add("" + fsGroup);
    }
    all.addAll(Tree.texts(pod, "spec", "securityContext", "supplementalGroups"));
    return all;
  }

  private static String directory(JsonObject container) {
    String directory = Tree.text(container, "workingDir");
    return directory.isEmpty() ? "/" : directory;
  }

  /** Simulated images have no entry point, so a container without a command sleeps. */
  private static List<String> command(JsonObject container) {
    List<String> all = new ArrayList<>(Tree.texts(container, "command"));
    all.addAll(Tree.texts(container, "args"));
    return all.isEmpty() ? List.of("sleep", "infinity") : all;
  }

  private Map<String, String> environment(JsonObject container) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("HOSTNAME", Tree.name(pod));
    all.put("HOME", "/tmp");
    for (JsonObject variable : Tree.objects(container, "env")) {
      all.put(Tree.text(variable, "name"), value(variable));
    }
    return all;
  }

  private String value(JsonObject variable) {
    JsonObject from = Tree.object(variable, "valueFrom");
    if (from.has("secretKeyRef")) {
      JsonObject reference = Tree.object(from, "secretKeyRef");
      JsonObject secret =
          api.get(ResourceType.SECRET, Tree.namespace(pod), Tree.text(reference, "name"));
      byte[] bytes =
          Base64.getDecoder().decode(Tree.text(secret, "data", Tree.text(reference, "key")));
      return new String(bytes, StandardCharsets.UTF_8);
    }
    if (from.has("configMapKeyRef")) {
      JsonObject reference = Tree.object(from, "configMapKeyRef");
      JsonObject map =
          api.get(ResourceType.CONFIG_MAP, Tree.namespace(pod), Tree.text(reference, "name"));
      return Tree.text(map, "data", Tree.text(reference, "key"));
    }
    if (from.has("fieldRef")) {
      String path = Tree.text(from, "fieldRef", "fieldPath");
      return path.equals("status.podIP") ? address : Tree.text(pod, path.split("\\."));
    }
    return Tree.text(variable, "value");
  }
}
