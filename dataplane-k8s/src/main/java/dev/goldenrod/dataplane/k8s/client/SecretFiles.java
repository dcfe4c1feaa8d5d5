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
 * @param prefix of the keys of these files; may be empty
 */
public record SecretFiles(ObjectApi<V1Secret> secrets, String secret, String prefix)
    implements PrivateFiles {
  @Override
  public Optional<String> read(String name) {
    return in(found(), name);
  }

  @Override
  public void write(String name, String text) {
    JsonObject data = new JsonObject();
    data.addProperty(prefix + name, encoded(text));
    secrets.merge(secret, patch(data)).orElseThrow(this::gone);
  }

  @Override
  public String createIfMissing(String name, String text) {
    JsonObject data = new JsonObject();
    data.addProperty(prefix + name, encoded(text));
    return secrets
        .mergeIf(secret, found -> in(found, name).isEmpty(), patch(data))
        .flatMap(left -> in(left, name))
        .orElseThrow(this::gone);
  }

  @Override
  public void rename(String from, String text, String to) {
    JsonObject data = new JsonObject();
    data.addProperty(prefix + to, encoded(text));
    data.add(prefix + from, JsonNull.INSTANCE);
    secrets.mergeIf(secret, found -> in(found, from).equals(Optional.of(text)), patch(data));
  }

  @Override
  public void remove(String name) {
    JsonObject data = new JsonObject();
    data.add(prefix + name, JsonNull.INSTANCE);
    secrets.merge(secret, patch(data)).orElseThrow(this::gone);
  }

  public Map<String, byte[]> all() {
    Map<String, byte[]> files = new TreeMap<>();
    data(found())
        .forEach(
            (key, content) -> {
              if (key.startsWith(prefix)) {
                files.put(key.substring(prefix.length()), content);
              }
            });
    return files;
  }

  private V1Secret found() {
    return secrets.get(secret).orElseThrow(this::gone);
  }

  private DataPlaneException gone() {
    return new DataPlaneException(
        "Secret %s is gone, and nothing made from its data can be used without it"
            .formatted(secret));
  }

  private Optional<String> in(V1Secret found, String name) {
    return Optional.ofNullable(data(found).get(prefix + name))
        .map(content -> new String(content, StandardCharsets.UTF_8));
  }

  private static Map<String, byte[]> data(V1Secret found) {
    return Objects.requireNonNullElse(found.getData(), Map.of());
  }

  private static JsonObject patch(JsonObject data) {
    JsonObject patch = new JsonObject();
    patch.add("data", data);
    return patch;
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
