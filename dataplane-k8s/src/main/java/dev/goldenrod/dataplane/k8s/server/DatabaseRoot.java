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
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.manifest.SavedFacts;
import dev.goldenrod.dataplane.k8s.manifest.SavedInfo;
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
 * The Secret that a database is known by: it has the credentials, owns all other objects, and tells
 * in its annotations how far the database has come.
 *
 * @param secret as it was read
 */
public record DatabaseRoot(V1Secret secret) {
  public static final String PASSWORD = SecretFingerprint.PASSWORD;

  /** Which copy of its origin the data is. */
  private static final String GENERATION = "goldenrod.dev/generation";

  private static final String RUNNING = "goldenrod.dev/running";
  private static final String TAKEOVERS = "goldenrod.dev/takeovers";
  private static final String DISPLACING = "goldenrod.dev/displacing";

  /** The run of the server in which a client has logged in. */
  private static final String VERIFIED = "goldenrod.dev/verified";

  /** The fingerprint of the password that the client had. */
  private static final String VERIFIED_PASSWORD = "goldenrod.dev/verified-password";

  /** The generation whose data knows the password. */
  private static final String LOGIN = "goldenrod.dev/login";

  /** That the next start lets clients in who were shut out. */
  private static final String LOGIN_DUE = "goldenrod.dev/login-due";

  /** Whether the server was started with TLS. */
  private static final String TLS = "goldenrod.dev/tls";

  /** Why no client can log in, in a database that is in use. */
  private static final String LOGIN_PROBLEM = "goldenrod.dev/login-problem";

  /** The Secret of a new database, without data. */
  public static V1Secret blank(UUID id, String password) {
    return new V1Secret()
        .apiVersion("v1")
        .kind("Secret")
        .metadata(
            new V1ObjectMeta()
                .name(new DatabaseNames(id).root())
                .labels(Labels.of(Labels.DATABASE, id)))
        .type("Opaque")
        .putDataItem(PASSWORD, password.getBytes(StandardCharsets.UTF_8));
  }

  public UUID id() {
    return Labels.id(secret, Labels.DATABASE).orElseThrow();
  }

  public DatabaseNames names() {
    return new DatabaseNames(id());
  }

  /** -1 before there is any. */
  public int generation() {
    return Annotations.number(secret, GENERATION, -1);
  }

  public boolean isToRun() {
    return Annotations.of(secret, RUNNING).map(Boolean::parseBoolean).orElse(true);
  }

  public int takeovers() {
    return Annotations.number(secret, TAKEOVERS, 0);
  }

  /** Whether a client has logged in to that run of the server, with the password as it is now. */
  public boolean isVerifiedIn(String run) {
    return knowsPassword()
        && Annotations.of(secret, VERIFIED).filter(run::equals).isPresent()
        && Annotations.of(secret, VERIFIED_PASSWORD).equals(SecretFingerprint.of(secret));
  }

  /** Whether clients could ever log in. */
  public boolean hadClients() {
    return Annotations.of(secret, LOGIN).isPresent();
  }

  /** Whether the password was ever set on the present data. */
  public boolean knowsPassword() {
    return Annotations.number(secret, LOGIN, -1) == generation();
  }

  /**
   * Whether a start lets clients in that were shut out: the data is new, somebody stopped the
   * database, or put another password into the Secret.
   */
  public boolean isLoginDue() {
    return !knowsPassword()
        || Annotations.of(secret, LOGIN_DUE).isPresent()
        || !Annotations.of(secret, VERIFIED_PASSWORD).equals(SecretFingerprint.of(secret));
  }

  /** Why no client can log in, as it was found last; empty when one can. */
  public String loginProblem() {
    return Annotations.of(secret, LOGIN_PROBLEM).orElse("");
  }

  public Optional<DatabaseInfo> info() {
    return SavedInfo.of(secret);
  }

  /** What is known of it where no store does; empty when its data is not there yet. */
  public Optional<Orphan.Facts> facts() {
    return info().map(info -> SavedFacts.of(secret).ofData(info, 0));
  }

  /** Whether that is the same database, which is to be what this one is to be. */
  public boolean hasAimOf(DatabaseRoot other) {
    return Objects.equals(uid(), other.uid())
        && !isGoing()
        && generation() == other.generation()
        && isToRun() == other.isToRun();
  }

  private @Nullable String uid() {
    return secret.getMetadata().getUid();
  }

  public boolean isGoing() {
    return secret.getMetadata().getDeletionTimestamp() != null;
  }

  public V1OwnerReference owner() {
    return PodParts.ownedBy(secret);
  }

  /**
   * The password that clients are given.
   *
   * @throws DataPlaneException when somebody took it out
   */
  public String password() {
    return Optional.ofNullable(secret.getData())
        .map(data -> data.get(PASSWORD))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "Secret %s has no key '%s' any more; put the password back"
                        .formatted(secret.getMetadata().getName(), PASSWORD)));
  }

  /** The private files of the present data. */
  public SecretFiles files(ObjectApi<V1Secret> secrets) {
    return files(secrets, generation());
  }

  public SavedData savedData(ObjectApi<V1Secret> secrets) {
    return SavedData.of(secret, files(secrets));
  }

  /** The programs that the present data was made or last served by. */
  public EngineBuild build() {
    return EngineBuild.of(secret);
  }

  /** The change that makes the data that of a new generation. */
  public JsonObject adopting(DatabaseSpec spec, SavedData data) {
    JsonObject patch =
        Annotations.patch(
            Map.of(
                GENERATION,
                Integer.toString(spec.generation()),
                RUNNING,
                Boolean.toString(spec.running()),
                SavedInfo.ANNOTATION,
                SavedInfo.text(data.info()),
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

  public JsonObject running(boolean running) {
    Map<String, String> values =
        running
            ? Map.of(RUNNING, Boolean.toString(true))
            : Map.of(RUNNING, Boolean.toString(false), LOGIN_DUE, Boolean.toString(true));
    return unlessChanged(Annotations.patch(values));
  }

  /** Another server may have gone further since this was read. */
  public JsonObject unlessChanged(JsonObject patch) {
    patch
        .getAsJsonObject("metadata")
        .addProperty("resourceVersion", secret.getMetadata().getResourceVersion());
    return patch;
  }

  /**
   * The change that tells that a client has logged in to that run, with this password.
   *
   * @param problem why none could; empty when one has
   */
  public JsonObject verifiedIn(String run, String problem) {
    JsonObject patch =
        Annotations.patch(
            Map.of(
                VERIFIED,
                run,
                VERIFIED_PASSWORD,
                SecretFingerprint.of(secret).orElse(""),
                LOGIN,
                Integer.toString(generation())));
    annotations(patch).add(LOGIN_DUE, JsonNull.INSTANCE);
    return withLoginProblem(patch, problem);
  }

  /** The change that tells why no client can log in; empty when one can. */
  public static JsonObject loginProblem(String problem) {
    return withLoginProblem(Annotations.patch(Map.of()), problem);
  }

  /** The change that makes that password, which the server knows, the one that clients are told. */
  public JsonObject withPassword(String password, String formerKey) {
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
    annotations(patch)
        .add(LOGIN_PROBLEM, problem.isEmpty() ? JsonNull.INSTANCE : new JsonPrimitive(problem));
    return patch;
  }

  private static JsonObject annotations(JsonObject patch) {
    return patch.getAsJsonObject("metadata").getAsJsonObject("annotations");
  }

  /** That the takeover of that number is done. */
  public static JsonObject tookOver(int number) {
    JsonObject patch = Annotations.patch(Map.of(TAKEOVERS, Integer.toString(number)));
    annotations(patch).add(DISPLACING, JsonNull.INSTANCE);
    return patch;
  }

  /** That it takes the endpoint of that database, until {@link #tookOver}. */
  public static JsonObject displacing(UUID other) {
    return Annotations.patch(Map.of(DISPLACING, other.toString()));
  }

  /** The database whose endpoint it takes just now; everything of that may be done but its end. */
  public Optional<UUID> displaced() {
    return Annotations.of(secret, DISPLACING).map(UUID::fromString);
  }

  /** Whether the server was started with TLS. */
  public boolean hasTls() {
    return Annotations.of(secret, TLS).isPresent();
  }

  /** Adds to a merge patch of a database that is about to start whether it does so with TLS. */
  public static JsonObject startingTls(JsonObject patch, boolean hasTls) {
    annotations(patch).add(TLS, hasTls ? new JsonPrimitive("yes") : JsonNull.INSTANCE);
    return patch;
  }

  private SecretFiles files(ObjectApi<V1Secret> secrets, int generation) {
    return new SecretFiles(secrets, names().root(), prefix(generation));
  }

  private static String prefix(int generation) {
    return "data-" + generation + ".";
  }
}
