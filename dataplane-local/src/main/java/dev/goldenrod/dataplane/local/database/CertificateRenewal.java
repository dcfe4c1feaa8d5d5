package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.work.WorkLock;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces the TLS certificate of one database's server without a restart. Thread-safe. */
final class CertificateRenewal {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateRenewal.class);

  private final String name;
  private final DatabaseProvisioner provisioner;
  private final DatabaseStatus status;
  private final WorkLock work;
  private volatile String problem = "";

  CertificateRenewal(
      String name, DatabaseProvisioner provisioner, DatabaseStatus status, WorkLock work) {
    this.name = name;
    this.provisioner = provisioner;
    this.status = status;
    this.work = work;
  }

  /**
   * Replaces the certificate if it is no longer valid and the server is running. Does nothing if
   * the database is busy; the next call tries again.
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

  /** Logs a problem once, not on every attempt. */
  private void note(String found) {
    if (!found.equals(problem)) {
      problem = found;
      LOG.warn("Cannot renew the certificate of {}, will retry: {}", name, found);
    }
  }
}
