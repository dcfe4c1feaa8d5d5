package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonObject;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;

/** Keeps the Secrets of what is ready, and tells of them in statuses. */
record CredentialReports(CredentialSecrets secrets) {
  private static final String SECRET_NAME = "secretName";
  private static final String BINDING = "binding";

  /**
   * Has the object's Secret tell the credentials, and the fields name it. What is ready stays so
   * while its credentials, which are in its Secret, cannot be compared.
   *
   * @param message what its owner has to know of it; may be empty
   */
  Verdict ensure(
      DeclaredObject object, JsonObject fields, String message, CredentialSecrets.Source source) {
    keep(object, fields);
    try {
      secrets.ensure(object, source);
      add(fields, CredentialSecrets.nameFor(object));
      return Verdict.ready(message);
    } catch (CredentialSecrets.NameTakenException taken) {
      remove(fields);
      return Verdict.stalled("SecretNameTaken", taken.getMessage());
    } catch (ControlPlaneException refused) {
      if (!Refusals.isPassing(refused)) {
        throw refused;
      }
      return fields.has(SECRET_NAME)
          ? Verdict.ready(message)
          : Verdict.underWay(Refusals.reason(refused), refused.getMessage());
    } catch (DataPlaneUnreachableException away) {
      throw away;
    } catch (DataPlaneException refused) {
      return Verdict.stalled("SecretRefused", refused.getMessage());
    }
  }

  /** Has the fields name the Secret that the object's status names. */
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
