package dev.goldenrod.dataplane.k8s.database;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServicePort;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Service by which a database was last reachable, as recorded in its Secret. A deleted Service
 * is recreated with its name and port.
 *
 * @param nodePort empty if it has none
 */
record KnownService(String name, Optional<Integer> nodePort) {
  private static final String ANNOTATION = "goldenrod.dev/service";

  private static final String NODE_PORT = ServiceType.NODE_PORT.wireName();

  private static final Pattern TEXT = Pattern.compile("(?<name>[-a-z0-9]+)(:(?<port>[0-9]{1,5}))?");

  static KnownService of(V1Service service) {
    V1ServicePort port = service.getSpec().getPorts().get(0);
    return new KnownService(
        Metadata.name(service),
        Optional.ofNullable(port.getNodePort())
            .filter(number -> NODE_PORT.equals(service.getSpec().getType())));
  }

  /** Returns the recorded Service, or the default one. */
  static KnownService of(DatabaseRoot root) {
    return Annotations.of(root.secret(), ANNOTATION)
        .map(TEXT::matcher)
        .filter(Matcher::matches)
        .map(
            text ->
                new KnownService(
                    text.group("name"),
                    Optional.ofNullable(text.group("port")).map(Integer::parseInt)))
        .orElseGet(() -> new KnownService(root.names().service(), Optional.empty()));
  }

  JsonObject patch() {
    String port = nodePort.map(number -> ":" + number).orElse("");
    return Annotations.patch(Map.of(ANNOTATION, name + port));
  }
}
