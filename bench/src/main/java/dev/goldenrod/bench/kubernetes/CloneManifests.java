package dev.goldenrod.bench.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.bench.measure.BenchFailure;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/**
 * The manifests of a clone that Goldenrod created, as templates of clones that Goldenrod does not
 * recognize as its own.
 */
final class CloneManifests {
  private static final String SNAPSHOTS = "snapshot.storage.k8s.io/v1";
  private static final String GOLDEN = "goldenrod.dev/version";
  private static final String KINDS =
      "secret,configmap,persistentvolumeclaim,statefulset,service,networkpolicy";

  private final String clone;
  private final String template;
  private final String adminPassword;

  private CloneManifests(String clone, String template, String adminPassword) {
    this.clone = clone;
    this.template = template;
    this.adminPassword = adminPassword;
  }

  static CloneManifests of(Kubectl kubectl, String clone) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.put("apiVersion", "v1").put("kind", "List").putArray("items");
    for (JsonNode object : kubectl.items(KINDS, "-l", "goldenrod.dev/database=" + clone)) {
      all.withArray("items").add(asWritten((ObjectNode) object));
      if (object.path("kind").asText().equals("PersistentVolumeClaim")) {
        addSnapshot(all, object, goldenContent(kubectl), kubectl.namespace());
      }
    }
    return new CloneManifests(clone, all.toString(), adminPassword(kubectl));
  }

  /** Returns the manifests of a clone with the given id, in one list. */
  String render(UUID id) {
    return template
        .replace(clone, id.toString())
        .replace(
            "\"app.kubernetes.io/managed-by\":\"goldenrod\"",
            "\"app.kubernetes.io/managed-by\":\"hand\"");
  }

  /** Returns the initial administrator password of each clone. */
  String adminPassword() {
    return adminPassword;
  }

  private static ObjectNode asWritten(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    copy.remove("status");
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    metadata.set("name", object.path("metadata").path("name"));
    metadata.set("namespace", object.path("metadata").path("namespace"));
    metadata.set("labels", object.path("metadata").path("labels"));
    copy.set("metadata", metadata);
    if (copy.path("spec") instanceof ObjectNode spec) {
      spec.remove(List.of("volumeName", "clusterIP", "clusterIPs"));
      spec.path("ports").forEach(port -> ((ObjectNode) port).remove("nodePort"));
    }
    return copy;
  }

  /** Adds the source of the claim: a snapshot that is bound to the golden's content. */
  private static void addSnapshot(
      ObjectNode all, JsonNode claim, JsonNode golden, String namespace) {
    String name = claim.path("spec").path("dataSource").path("name").asText();
    String snapshotClass = golden.path("spec").path("volumeSnapshotClassName").asText();
    ObjectNode content = all.withArray("items").addObject();
    content.put("apiVersion", SNAPSHOTS).put("kind", "VolumeSnapshotContent");
    content.putObject("metadata").put("name", name);
    ObjectNode spec = content.putObject("spec");
    spec.put("deletionPolicy", "Retain");
    spec.put("driver", golden.path("spec").path("driver").asText());
    spec.put("volumeSnapshotClassName", snapshotClass);
    spec.putObject("source")
        .put("snapshotHandle", golden.path("status").path("snapshotHandle").asText());
    spec.putObject("volumeSnapshotRef").put("name", name).put("namespace", namespace);
    ObjectNode snapshot = all.withArray("items").addObject();
    snapshot.put("apiVersion", SNAPSHOTS).put("kind", "VolumeSnapshot");
    snapshot.putObject("metadata").put("name", name).put("namespace", namespace);
    ObjectNode source = snapshot.putObject("spec").put("volumeSnapshotClassName", snapshotClass);
    source.putObject("source").put("volumeSnapshotContentName", name);
  }

  private static JsonNode goldenContent(Kubectl kubectl) {
    for (JsonNode content : kubectl.items("volumesnapshotcontents", "-l", GOLDEN)) {
      if (kubectl.namespace().equals(namespace(content))) {
        return content;
      }
    }
    throw new BenchFailure("the cluster has no snapshot of the golden");
  }

  /** Returns the namespace of the snapshot that the content was created for. */
  static String namespace(JsonNode content) {
    return content.path("spec").path("volumeSnapshotRef").path("namespace").asText();
  }

  private static String adminPassword(Kubectl kubectl) {
    return kubectl.items("secrets", "-l", GOLDEN).findValues("data").stream()
        .flatMap(data -> data.properties().stream())
        .filter(entry -> entry.getKey().endsWith("admin-password"))
        .map(entry -> Base64.getDecoder().decode(entry.getValue().asText()))
        .map(password -> new String(password, StandardCharsets.UTF_8))
        .findAny()
        .orElseThrow(() -> new BenchFailure("the golden's Secret has no administrator password"));
  }
}
