package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.simulated.traffic.ApiCall;
import io.kubernetes.client.openapi.models.V1ClusterRole;
import io.kubernetes.client.openapi.models.V1PolicyRule;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.util.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The server's permissions in the deployment manifests, as {@code verb resource.group}. */
public record GrantedPermissions(Set<String> inNamespace, Set<String> inCluster) {
  private static final Path MANIFESTS = Path.of("..", "examples", "kubernetes");
  private static final List<Path> BASE = List.of(Path.of("base", "permissions.yaml"));
  private static final List<Path> DECLARATIVE =
      List.of(
          Path.of("base", "permissions.yaml"),
          Path.of("declarative", "permissions.yaml"),
          Path.of("declarative", "previews.yaml"));

  static GrantedPermissions read() {
    return read(BASE);
  }

  /** Returns the permissions for declared objects, in all namespaces together. */
  public static GrantedPermissions declarative() {
    return read(DECLARATIVE);
  }

  private static GrantedPermissions read(List<Path> manifests) {
    List<V1PolicyRule> role = new ArrayList<>();
    List<V1PolicyRule> clusterRole = new ArrayList<>();
    try {
      for (Path manifest : manifests) {
        for (Object object : Yaml.loadAll(MANIFESTS.resolve(manifest).toFile())) {
          if (object instanceof V1Role found) {
            role.addAll(Objects.requireNonNull(found.getRules()));
          }
          if (object instanceof V1ClusterRole found) {
            clusterRole.addAll(Objects.requireNonNull(found.getRules()));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new GrantedPermissions(all(role), all(clusterRole));
  }

  /** Returns the permissions that the calls need and that are not granted. */
  public Set<String> missing(List<ApiCall> calls) {
    Set<String> missing = new TreeSet<>(used(calls, true));
    missing.removeAll(inNamespace);
    missing.removeAll(inCluster);
    Set<String> ofCluster = new TreeSet<>(used(calls, false));
    ofCluster.removeAll(inCluster);
    missing.addAll(ofCluster);
    return missing;
  }

  private static Set<String> used(List<ApiCall> calls, boolean namespaced) {
    Set<String> used = new TreeSet<>();
    calls.stream()
        .filter(call -> namespaced == !call.namespace().isEmpty())
        .forEach(call -> used.add(text(call.verb(), call.resource(), call.group())));
    return used;
  }

  private static Set<String> all(List<V1PolicyRule> rules) {
    Set<String> all = new TreeSet<>();
    rules.stream().flatMap(GrantedPermissions::all).forEach(all::add);
    return all;
  }

  private static Stream<String> all(V1PolicyRule rule) {
    return rule.getVerbs().stream()
        .flatMap(
            verb ->
                Objects.requireNonNull(rule.getResources()).stream()
                    .map(
                        resource ->
                            text(
                                verb,
                                resource,
                                Objects.requireNonNull(rule.getApiGroups()).get(0))));
  }

  private static String text(String verb, String resource, String group) {
    return verb + " " + resource + (group.isEmpty() ? "" : "." + group);
  }
}
