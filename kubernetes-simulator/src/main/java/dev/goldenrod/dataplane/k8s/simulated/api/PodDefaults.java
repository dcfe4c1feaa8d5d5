package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.List;

/** The default values of a pod's specification. */
final class PodDefaults {
  private PodDefaults() {}

  static void fill(JsonObject spec) {
    Defaults.set(spec, "restartPolicy", "Always");
    Defaults.set(spec, "dnsPolicy", "ClusterFirst");
    Defaults.set(spec, "schedulerName", "default-scheduler");
    Defaults.set(spec, "terminationGracePeriodSeconds", 30);
    Tree.ensure(spec, "securityContext");
    Tree.objects(spec, "containers").forEach(PodDefaults::container);
    Tree.objects(spec, "initContainers").forEach(PodDefaults::container);
    Tree.objects(spec, "volumes").forEach(PodDefaults::volume);
  }

  private static void container(JsonObject container) {
    Defaults.set(container, "terminationMessagePath", "/dev/termination-log");
    Defaults.set(container, "terminationMessagePolicy", "File");
    Tree.ensure(container, "resources");
    String image = Tree.text(container, "image");
    boolean latest = image.endsWith(":latest") || !image.contains(":");
    Defaults.set(container, "imagePullPolicy", latest ? "Always" : "IfNotPresent");
    Tree.objects(container, "ports").forEach(port -> Defaults.set(port, "protocol", "TCP"));
    List.of("readinessProbe", "livenessProbe", "startupProbe").stream()
        .filter(container::has)
        .forEach(name -> probe(container.getAsJsonObject(name)));
  }

  private static void probe(JsonObject probe) {
    Defaults.set(probe, "timeoutSeconds", 1);
    Defaults.set(probe, "periodSeconds", 10);
    Defaults.set(probe, "successThreshold", 1);
    Defaults.set(probe, "failureThreshold", 3);
  }

  private static void volume(JsonObject volume) {
    List.of("secret", "configMap", "projected").stream()
        .filter(volume::has)
        .forEach(kind -> Defaults.set(volume.getAsJsonObject(kind), "defaultMode", 420));
  }
}
