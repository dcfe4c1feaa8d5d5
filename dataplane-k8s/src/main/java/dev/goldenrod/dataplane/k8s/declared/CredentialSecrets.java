package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The Secrets with the credentials of declared objects, each owned by its object. Their keys are
 * those of the Service Binding specification.
 */
record CredentialSecrets(DeclaredApi api) {
  /** Present only with TLS. */
  private static final String SSL_MODE = "sslmode";

  private static final String PROVIDER = "goldenrod";

  /** Fetches credentials; returns empty if they equal the copy. */
  @FunctionalInterface
  interface Source {
    Optional<Credentials> changed(@Nullable Credentials copy);
  }

  static final class NameTakenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private NameTakenException(String message) {
      super(message);
    }
  }

  static String nameFor(DeclaredObject owner) {
    return owner
        .spec("secretName")
        .orElseGet(
            () ->
                "%s-%s"
                    .formatted(
                        owner.name().name(),
                        owner.name().kind().wireName().toLowerCase(Locale.ROOT)));
  }

  /**
   * @throws NameTakenException if another Secret has its name
   * @throws DataPlaneException if the cluster refuses or cannot be reached
   */
  void ensure(DeclaredObject owner, Source source) {
    ObjectApi<V1Secret> secrets = api.secrets(owner.name().namespace());
    Optional<V1Secret> found = secrets.get(nameFor(owner));
    found.ifPresent(secret -> requireOwned(owner, secret));
    Credentials copy = found.map(V1Secret::getData).flatMap(CredentialSecrets::read).orElse(null);
    source.changed(copy).ifPresent(credentials -> write(secrets, owner, found, credentials));
  }

  private static void write(
      ObjectApi<V1Secret> secrets,
      DeclaredObject owner,
      Optional<V1Secret> found,
      Credentials credentials) {
    if (found.isPresent()) {
      secrets.mergeUnlessChanged(nameFor(owner), patch(found.get(), credentials));
    } else {
      requireOwned(owner, secrets.createIfMissing(manifest(owner, credentials)));
    }
  }

  private static void requireOwned(DeclaredObject owner, V1Secret secret) {
    List<V1OwnerReference> owners = secret.getMetadata().getOwnerReferences();
    if (owners == null || owners.stream().noneMatch(one -> owner.uid().equals(one.getUid()))) {
      throw new NameTakenException(
          "Secret %s exists and does not belong to this %s; delete the Secret, or create a new %2$s with another spec.secretName"
              .formatted(secret.getMetadata().getName(), owner.name().kind().wireName()));
    }
  }

  private static V1Secret manifest(DeclaredObject owner, Credentials credentials) {
    return new V1Secret()
        .apiVersion("v1")
        .kind("Secret")
        .metadata(
            new V1ObjectMeta()
                .name(nameFor(owner))
                .namespace(owner.name().namespace())
                .labels(Labels.ours())
                .ownerReferences(List.of(owner.asOwner())))
        .type("servicebinding.io/" + credentials.scheme())
        .data(data(credentials));
  }

  private static JsonObject patch(V1Secret found, Credentials credentials) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty(
        "resourceVersion", Objects.requireNonNull(found.getMetadata()).getResourceVersion());
    JsonObject data = new JsonObject();
    for (Map.Entry<String, byte[]> one : data(credentials).entrySet()) {
      data.addProperty(one.getKey(), Base64.getEncoder().encodeToString(one.getValue()));
    }
    if (credentials.sslmode().isEmpty()) {
      data.add(SSL_MODE, JsonNull.INSTANCE);
    }
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    patch.add("data", data);
    return patch;
  }

  private static Map<String, byte[]> data(Credentials credentials) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("type", credentials.scheme());
    values.put("provider", PROVIDER);
    values.put("host", credentials.host());
    values.put("port", Integer.toString(credentials.port()));
    values.put("username", credentials.username());
    values.put("password", credentials.password());
    values.put("database", credentials.dbname());
    values.put("uri", credentials.uri());
    if (!credentials.sslmode().isEmpty()) {
      values.put(SSL_MODE, credentials.sslmode());
    }
    Map<String, byte[]> data = new LinkedHashMap<>();
    values.forEach((key, value) -> data.put(key, value.getBytes(StandardCharsets.UTF_8)));
    return data;
  }

  /** Parses credentials; returns empty if any key is missing or inconsistent with the others. */
  private static Optional<Credentials> read(@Nullable Map<String, byte[]> data) {
    if (data == null || !text(data, "port").matches("[0-9]{1,5}")) {
      return Optional.empty();
    }
    Credentials read =
        new Credentials(
            text(data, "uri"),
            text(data, "host"),
            Integer.parseInt(text(data, "port")),
            text(data, "database"),
            text(data, "username"),
            text(data, "password"),
            text(data, SSL_MODE));
    return Optional.of(read).filter(one -> one.uri().indexOf(':') > 0 && isOf(data, one));
  }

  private static boolean isOf(Map<String, byte[]> data, Credentials credentials) {
    Map<String, byte[]> whole = data(credentials);
    return whole.keySet().stream().allMatch(key -> text(whole, key).equals(text(data, key)));
  }

  private static String text(Map<String, byte[]> data, String key) {
    return new String(data.getOrDefault(key, new byte[0]), StandardCharsets.UTF_8);
  }
}
