package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonObject;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the credential Secrets of ready objects current, and names them in statuses. Thread-safe.
 */
final class CredentialReports {
  private static final String SECRET_NAME = "secretName";
  private static final String BINDING = "binding";

  private record Comparison(long generation, Object row, long at) {}

  private final CredentialSecrets secrets;
  private final Duration interval;
  private final Map<String, Comparison> comparisons = new ConcurrentHashMap<>();

  /**
   * @param interval how long an unchanged object's Secret is not compared again
   */
  CredentialReports(CredentialSecrets secrets, Duration interval) {
    this.secrets = secrets;
    this.interval = interval;
  }

  /**
   * Updates the object's Secret, and names it in the status. An object with a Secret stays ready
   * while its credentials cannot be compared.
   *
   * @param row the store's row of the object's instance or database
   * @param message for the object's owner; may be empty
   */
  ObjectConditions ensure(
      DeclaredObject object,
      JsonObject fields,
      Object row,
      String message,
      CredentialSecrets.Source source) {
    keep(object, fields);
    if (fields.has(SECRET_NAME) && isCompared(object, row)) {
      return ObjectConditions.ready(message);
    }
    try {
      secrets.ensure(object, source);
      comparisons.put(object.uid(), new Comparison(object.generation(), row, System.nanoTime()));
      add(fields, CredentialSecrets.nameFor(object));
      return ObjectConditions.ready(message);
    } catch (CredentialSecrets.NameTakenException taken) {
      remove(fields);
      return ObjectConditions.stalled("SecretNameTaken", taken.getMessage());
    } catch (ControlPlaneException refused) {
      if (!ObjectConditions.isTemporary(refused)) {
        throw refused;
      }
      return fields.has(SECRET_NAME)
          ? ObjectConditions.ready(message)
          : ObjectConditions.inProgress(ObjectConditions.reason(refused), refused.getMessage());
    } catch (DataPlaneUnreachableException away) {
      throw away;
    } catch (DataPlaneException refused) {
      return ObjectConditions.stalled("SecretRefused", refused.getMessage());
    }
  }

  private boolean isCompared(DeclaredObject object, Object row) {
    long now = System.nanoTime();
    comparisons.values().removeIf(old -> now - old.at() >= interval.toNanos());
    Comparison last = comparisons.get(object.uid());
    return last != null && last.generation() == object.generation() && last.row().equals(row);
  }

  static void keep(DeclaredObject object, JsonObject fields) {
    object.status(SECRET_NAME).ifPresent(name -> add(fields, name));
  }

  private static void add(JsonObject fields, String name) {
    JsonObject binding = new JsonObject();
    binding.addProperty("name", name);
    fields.addProperty(SECRET_NAME, name);
    fields.add(BINDING, binding);
  }

  private static void remove(JsonObject fields) {
    fields.remove(SECRET_NAME);
    fields.remove(BINDING);
  }
}
