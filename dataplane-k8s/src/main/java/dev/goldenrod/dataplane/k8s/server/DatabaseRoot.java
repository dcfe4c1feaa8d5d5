package dev.goldenrod.dataplane.k8s.server;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.client.SecretFiles;
import dev.goldenrod.dataplane.k8s.client.SecretFingerprint;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseNames;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.manifest.SavedFacts;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The Secret that represents a database: it has the credentials, owns all other objects, and
 * records the database's state in its annotations. Methods that return JSON make patches of it.
 *
 * @param secret as it was read
 */
public record DatabaseRoot(V1Secret secret) {
  public static final String PASSWORD = SecretFingerprint.PASSWORD;

  /** The number of the copy of the origin. */
  private static final String GENERATION = "goldenrod.dev/generation";

  private static final String RUNNING = "goldenrod.dev/running";
  private static final String TAKEOVERS = "goldenrod.dev/takeovers";
  private static final String DISPLACING = "goldenrod.dev/displacing";

  /** The last run of the server whose login was checked. */
  private static final String VERIFIED = "goldenrod.dev/verified";

  private static final String VERIFIED_PASSWORD = "goldenrod.dev/verified-password";

  private static final String LOGIN = "goldenrod.dev/login";

  /** Set if the next start restores access for clients that were locked out. */
  private static final String LOGIN_DUE = "goldenrod.dev/login-due";

  private static final String TLS = "goldenrod.dev/tls";

  private static final String LOGIN_PROBLEM = "goldenrod.dev/login-problem";

  public static V1Secret blank(UUID id, String password) {
    return PodParts.secret(
            new V1ObjectMeta()
                .name(new DatabaseNames(id).root())
                .labels(Labels.of(Labels.DATABASE, id)))
        .putDataItem(PASSWORD, password.getBytes(StandardCharsets.UTF_8));
  }

  public UUID id() {
    return Labels.id(secret, Labels.DATABASE).orElseThrow();
  }

  public DatabaseNames names() {
    return new DatabaseNames(id());
  }

  /** Returns the generation of the current data; -1 before there is any. */
  public int generation() {
    return Annotations.number(secret, GENERATION, -1);
  }

  public boolean isToRun() {
    return Annotations.of(secret, RUNNING).map(Boolean::parseBoolean).orElse(true);
  }

  public int takeovers() {
    return Annotations.number(secret, TAKEOVERS, 0);
  }

  /** Returns whether that run was verified, with the current password. */
  public boolean isVerifiedIn(String run) {
    return knowsPassword()
        && Annotations.of(secret, VERIFIED).filter(run::equals).isPresent()
        && Annotations.of(secret, VERIFIED_PASSWORD).equals(SecretFingerprint.of(secret));
  }

  /** Returns whether any data of the database has ever been ready for clients. */
  public boolean hadClients() {
    return Annotations.of(secret, LOGIN).isPresent();
  }

  /** Returns whether the password was set on the current data. */
  public boolean knowsPassword() {
    return Annotations.number(secret, LOGIN, -1) == generation();
  }

  /**
   * Returns whether a start must restore access: the data is new, the database was stopped, or the
   * password was changed by hand.
   */
  public boolean isLoginDue() {
    return !knowsPassword()
        || Annotations.of(secret, LOGIN_DUE).isPresent()
        || !Annotations.of(secret, VERIFIED_PASSWORD).equals(SecretFingerprint.of(secret));
  }

  /** Returns why no client could log in at the last check; empty if one could. */
  public String loginProblem() {
    return Annotations.of(secret, LOGIN_PROBLEM).orElse("");
  }

  public Optional<DatabaseInfo> info() {
    return Annotations.info(secret);
  }

  /**
   * Returns what the Secret records for a database without a row in the store; empty without data.
   */
  public Optional<Orphan.Facts> facts() {
    return info().map(info -> SavedFacts.of(secret).ofData(info, 0));
  }

  /** Returns whether the other is the same database with the same target. */
  public boolean hasTargetOf(DatabaseRoot other) {
    return Objects.equals(uid(), other.uid())
        && !isBeingDeleted()
        && generation() == other.generation()
        && isToRun() == other.isToRun();
  }

  private @Nullable String uid() {
    return secret.getMetadata().getUid();
  }

  public boolean isBeingDeleted() {
    return Metadata.isBeingDeleted(secret);
  }

  public V1OwnerReference owner() {
    return PodParts.ownedBy(secret);
  }

  public String password() {
    return Optional.ofNullable(secret.getData())
        .map(data -> data.get(PASSWORD))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "Secret %s no longer has key '%s'; restore the password"
                        .formatted(secret.getMetadata().getName(), PASSWORD)));
  }

  public SecretFiles files(ObjectApi<V1Secret> secrets) {
    return files(secrets, generation());
  }

  public SavedData savedData(ObjectApi<V1Secret> secrets) {
    return SavedData.of(secret, files(secrets));
  }

  /** Returns the programs that made or last served the current data. */
  public EngineBuild build() {
    return EngineBuild.of(secret);
  }

  /** Makes the data that of a new generation. */
  public JsonObject newGenerationPatch(DatabaseSpec spec, SavedData data) {
    JsonObject patch =
        Annotations.patch(
            Map.of(
                GENERATION,
                Integer.toString(spec.generation()),
                RUNNING,
                Boolean.toString(spec.running()),
                Annotations.INFO,
                Annotations.infoText(data.info()),
                SavedFacts.ANNOTATION,
                SavedFacts.of(spec).text()));
    JsonObject files = new JsonObject();
    data.files()
        .forEach(
            (name, content) ->
                files.addProperty(
                    prefix(spec.generation()) + name, Base64.getEncoder().encodeToString(content)));
    patch.add("data", files);
    return unlessChanged(data.build().replaceIn(patch));
  }

  public JsonObject runningPatch(boolean running) {
    Map<String, String> values =
        running
            ? Map.of(RUNNING, Boolean.toString(true))
            : Map.of(RUNNING, Boolean.toString(false), LOGIN_DUE, Boolean.toString(true));
    return unlessChanged(Annotations.patch(values));
  }

  /** Makes the patch fail if another server has changed the Secret since it was read. */
  public JsonObject unlessChanged(JsonObject patch) {
    patch
        .getAsJsonObject("metadata")
        .addProperty("resourceVersion", secret.getMetadata().getResourceVersion());
    return patch;
  }

  /** Records that run as verified, with the problem of logins or an empty text. */
  public JsonObject verifiedPatch(String run, String problem) {
    JsonObject patch =
        Annotations.patch(
            Map.of(
                VERIFIED,
                run,
                VERIFIED_PASSWORD,
                SecretFingerprint.of(secret).orElse(""),
                LOGIN,
                Integer.toString(generation())));
    Annotations.in(patch).add(LOGIN_DUE, JsonNull.INSTANCE);
    return withLoginProblem(patch, problem);
  }

  public static JsonObject loginProblemPatch(String problem) {
    return withLoginProblem(Annotations.patch(Map.of()), problem);
  }

  /** Replaces the password with one that the server accepts already. */
  public JsonObject passwordPatch(String password, String formerKey) {
    JsonObject patch =
        Annotations.patch(Map.of(VERIFIED_PASSWORD, SecretFingerprint.of(secret, password)));
    JsonObject data = new JsonObject();
    byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
    data.addProperty(PASSWORD, Base64.getEncoder().encodeToString(bytes));
    data.add(formerKey, JsonNull.INSTANCE);
    patch.add("data", data);
    return withLoginProblem(patch, "");
  }

  private static JsonObject withLoginProblem(JsonObject patch, String problem) {
    Annotations.in(patch)
        .add(LOGIN_PROBLEM, problem.isEmpty() ? JsonNull.INSTANCE : new JsonPrimitive(problem));
    return patch;
  }

  public static JsonObject takeoverEndPatch(int number) {
    JsonObject patch = Annotations.patch(Map.of(TAKEOVERS, Integer.toString(number)));
    Annotations.in(patch).add(DISPLACING, JsonNull.INSTANCE);
    return patch;
  }

  /** Records that the database takes over the other's endpoint, until {@link #takeoverEndPatch}. */
  public static JsonObject takeoverBeginPatch(UUID other) {
    return Annotations.patch(Map.of(DISPLACING, other.toString()));
  }

  /** Returns the database whose endpoint is being taken over, until {@link #takeoverEndPatch}. */
  public Optional<UUID> displaced() {
    return Annotations.of(secret, DISPLACING).map(UUID::fromString);
  }

  public boolean hasTls() {
    return Annotations.of(secret, TLS).isPresent();
  }

  /** Adds to the patch of a database about to start whether it uses TLS. */
  public static JsonObject addTls(JsonObject patch, boolean hasTls) {
    Annotations.in(patch).add(TLS, hasTls ? new JsonPrimitive("yes") : JsonNull.INSTANCE);
    return patch;
  }

  private SecretFiles files(ObjectApi<V1Secret> secrets, int generation) {
    return new SecretFiles(secrets, names().root(), prefix(generation));
  }

  private static String prefix(int generation) {
    return "data-" + generation + ".";
  }
}
