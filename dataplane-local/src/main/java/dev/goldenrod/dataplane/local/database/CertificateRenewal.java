package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.work.WorkLock;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives the server of one database another certificate, while it goes on. Thread-safe. */
final class CertificateRenewal {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateRenewal.class);

  private final String name;
  private final DatabaseProvisioner provisioner;
  private final DatabaseStatus status;
  private final WorkLock work;
  private volatile String problem = "";

  /**
   * Of that database.
   *
   * @param work held while anything is done to the database
   */
  CertificateRenewal(
      String name, DatabaseProvisioner provisioner, DatabaseStatus status, WorkLock work) {
    this.name = name;
    this.provisioner = provisioner;
    this.status = status;
    this.work = work;
  }

  /**
   * Renews it where it is not good any more and the server runs. What cannot be done now is done
   * when this is called again.
   */
  void renew() {
    if (status.observation().state() != DatabaseState.READY || !work.tryLock()) {
      return;
    }
    try {
      provisioner.renewCertificate();
      problem = "";
    } catch (DataPlaneException | WorkFailure e) {
      note(String.valueOf(e.getMessage()));
    } finally {
      work.unlock();
    }
  }

  /** Once, not at each try. */
  private void note(String found) {
    if (!found.equals(problem)) {
      problem = found;
      LOG.warn("{}: its certificate stays as it is: {}", name, found);
    }
  }
}
