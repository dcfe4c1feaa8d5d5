package dev.goldenrod.dataplane.k8s.server;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The Secret with the certificate of one database, which its pod mounts. The public parts are in
 * its annotations too, because cached Secrets have no values.
 *
 * @param secret as read live or cached
 */
public record ServedCertificate(V1Secret secret) {
  private static final String CERTIFICATE = "goldenrod.dev/certificate";
  private static final String AUTHORITIES = "goldenrod.dev/authorities";

  /** The certificate that the server has loaded. */
  private static final String SERVED = "goldenrod.dev/served-certificate";

  private static final String PARENT = "goldenrod.dev/parent";

  private static final String END = "-----END CERTIFICATE-----";

  /** Returns the Secret for a server that does not run yet. */
  public static V1Secret first(
      DatabaseRoot root, Optional<UUID> parent, String identity, String authorities) {
    Map<String, String> annotations =
        new LinkedHashMap<>(
            Map.of(CERTIFICATE, leaf(identity), AUTHORITIES, authorities, SERVED, leaf(identity)));
    parent.ifPresent(id -> annotations.put(PARENT, id.toString()));
    return PodParts.secret(
            new V1ObjectMeta()
                .name(root.names().tls())
                .labels(Labels.of(Labels.DATABASE, root.id()))
                .annotations(annotations)
                .addOwnerReferencesItem(root.owner()))
        .putDataItem(PodLayout.TLS_IDENTITY, bytes(identity))
        .putDataItem(PodLayout.TLS_AUTHORITY, bytes(authorities));
  }

  public static JsonObject replacementPatch(String identity, String authorities) {
    JsonObject data = new JsonObject();
    data.addProperty(PodLayout.TLS_IDENTITY, Base64.getEncoder().encodeToString(bytes(identity)));
    data.addProperty(
        PodLayout.TLS_AUTHORITY, Base64.getEncoder().encodeToString(bytes(authorities)));
    JsonObject patch =
        Annotations.patch(Map.of(CERTIFICATE, leaf(identity), AUTHORITIES, authorities));
    patch.add("data", data);
    return patch;
  }

  /** Returns whether the Secret has all files for a pod. It must have been read live. */
  public boolean hasAllFiles() {
    return secret.getData() != null
        && secret.getData().containsKey(PodLayout.TLS_IDENTITY)
        && secret.getData().containsKey(PodLayout.TLS_AUTHORITY);
  }

  public String certificate() {
    return Annotations.of(secret, CERTIFICATE).orElse("");
  }

  public String authorities() {
    return Annotations.of(secret, AUTHORITIES).orElse("");
  }

  /** Includes the certificate that the server presents until it loads the next one. */
  String trusted() {
    return authorities() + Annotations.of(secret, SERVED).orElse("") + "\n";
  }

  /** Returns the database that this one is a branch of, and whose endpoint it may take over. */
  public Optional<UUID> parent() {
    return Annotations.of(secret, PARENT).map(UUID::fromString);
  }

  public boolean isServed() {
    return Annotations.of(secret, SERVED).equals(Optional.of(certificate()));
  }

  public JsonObject servedPatch() {
    return Annotations.patch(Map.of(SERVED, certificate()));
  }

  public boolean matches(String identity, String authorities) {
    return certificate().equals(leaf(identity)) && authorities().equals(authorities);
  }

  /** Returns the first certificate, which is the server's own. */
  private static String leaf(String identity) {
    int end = identity.indexOf(END);
    return end < 0 ? "" : identity.substring(0, end + END.length());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
