package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.engine.imports.Importer.SourceCredentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.source.SourceConnection;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The Secrets with the credentials of sources: the key {@code password}, and optionally {@code
 * username}, {@code host} and {@code dbname}, of which the last two bind the Secret to a source.
 * Read live at every call.
 *
 * @param namespace of the Secrets, for messages
 */
record SourceSecrets(ObjectApi<V1Secret> secrets, String namespace) {
  private static final Pattern LINE_BREAK = Pattern.compile("[\\n\\r\\x00]");

  /**
   * Never returns a password that is bound to another source.
   *
   * @throws DataPlaneException if the Secret is missing or bound to another source
   */
  SourceCredentials credentials(SourceConnection source) {
    String name = source.secret();
    Map<String, byte[]> data = data(name);
    requireFitting(name, "host", value(name, data, "host"), source.host(), true);
    requireFitting(name, "database", value(name, data, "dbname"), source.dbname(), false);
    String password =
        value(name, data, "password")
            .orElseThrow(
                () -> unusable(name, "has no key 'password'; add one with the source's password"));
    return new SourceCredentials(source, value(name, data, "username").orElse(null), password);
  }

  private Map<String, byte[]> data(String name) {
    V1Secret secret =
        secrets
            .get(name)
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "there is no Secret '%1$s' in namespace %2$s; create it with 'kubectl -n %2$s create secret generic %1$s --from-file=password=FILE'"
                            .formatted(name, namespace)));
    if (Labels.isGoldenrods(secret)) {
      throw unusable(
          name, "belongs to Goldenrod and is never sent to a source; name another Secret");
    }
    return Objects.requireNonNullElse(secret.getData(), Map.of());
  }

  private Optional<String> value(String name, Map<String, byte[]> data, String key) {
    // Removes trailing line breaks, which editors and echo add, and no password ends with.
    Optional<String> text =
        Optional.ofNullable(data.get(key))
            .map(bytes -> new String(bytes, StandardCharsets.UTF_8).replaceFirst("[\\r\\n]+$", ""))
            .filter(value -> !value.isEmpty());
    if (text.filter(value -> LINE_BREAK.matcher(value).find()).isPresent()) {
      throw unusable(name, "has a '%s' of more than one line".formatted(key));
    }
    return text;
  }

  private void requireFitting(
      String name, String what, Optional<String> bound, String actual, boolean ignoresCase) {
    boolean fits =
        bound
            .map(value -> ignoresCase ? value.equalsIgnoreCase(actual) : value.equals(actual))
            .orElse(true);
    if (!fits) {
      throw unusable(
          name,
          "is bound to %1$s '%2$s', but the source has %1$s '%3$s'; correct the source or the Secret"
              .formatted(what, bound.get(), actual));
    }
  }

  private DataPlaneException unusable(String name, String why) {
    return new DataPlaneException("Secret '%s' in namespace %s %s".formatted(name, namespace, why));
  }
}
