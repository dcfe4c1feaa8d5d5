package dev.goldenrod.dataplane.k8s.client;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Private files as keys of one Secret, read and written live.
 *
 * @param secret the Secret's name; it exists
 * @param prefix what the keys of these files begin with; may be empty
 */
public record SecretFiles(ObjectApi<V1Secret> secrets, String secret, String prefix)
    implements PrivateFiles {
  @Override
  public Optional<String> read(String name) {
    return Optional.ofNullable(data().get(prefix + name)).map(SecretFiles::text);
  }

  @Override
  public void write(String name, String text) {
    JsonObject data = new JsonObject();
    data.addProperty(prefix + name, encoded(bytes(text)));
    patch(data);
  }

  @Override
  public void rename(String from, String to) {
    byte[] content =
        Optional.ofNullable(data().get(prefix + from))
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "Secret %s has no key '%s'".formatted(secret, prefix + from)));
    JsonObject data = new JsonObject();
    data.addProperty(prefix + to, encoded(content));
    data.add(prefix + from, JsonNull.INSTANCE);
    patch(data);
  }

  /** All of these files, by their names. */
  public Map<String, byte[]> all() {
    Map<String, byte[]> files = new TreeMap<>();
    data()
        .forEach(
            (key, content) -> {
              if (key.startsWith(prefix)) {
                files.put(key.substring(prefix.length()), content);
              }
            });
    return files;
  }

  private Map<String, byte[]> data() {
    V1Secret found =
        secrets
            .get(secret)
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "Secret %s is gone, and without it nothing made of its data can be used"
                            .formatted(secret)));
    return Objects.requireNonNullElse(found.getData(), Map.of());
  }

  private void patch(JsonObject data) {
    JsonObject patch = new JsonObject();
    patch.add("data", data);
    secrets
        .merge(secret, patch)
        .orElseThrow(() -> new DataPlaneException("Secret %s is gone".formatted(secret)));
  }

  private static String encoded(byte[] content) {
    return Base64.getEncoder().encodeToString(content);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] content) {
    return new String(content, StandardCharsets.UTF_8);
  }
}
