package dev.goldenrod.testkit.store;

import dev.goldenrod.port.Store;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * Contract tests of {@link Store}, with a test for each sentence of its documentation. An adapter's
 * test extends this class and opens the store.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StoreContract {
  private static final Duration PATIENT = Duration.ofSeconds(30);
  private static final Duration IMPATIENT = Duration.ofSeconds(2);

  private Store store;

  /**
   * Opens a store, which must be empty the first time.
   *
   * @param lockTimeout maximum time to wait for a lock
   */
  protected abstract Store open(Duration lockTimeout);

  /** Returns the store that all tests share. */
  protected final Store store() {
    return store;
  }

  /** Opens another store, whose locks are waited for only a short time; the test closes it. */
  final Store openImpatient() {
    return open(IMPATIENT);
  }

  @BeforeAll
  final void openStore() {
    store = open(PATIENT);
  }

  @AfterAll
  final void closeStore() {
    if (store != null) {
      store.close();
    }
  }

  @Nested
  class Transactions extends StoreContractTransactions {}

  @Nested
  class Values extends StoreContractValues {}

  @Nested
  class Locks extends StoreContractLocks {}

  @Nested
  class Members extends StoreContractMembers {}

  @Nested
  class Invites extends StoreContractInvites {}

  @Nested
  class Identities extends StoreContractIdentities {}

  @Nested
  class Expiry extends StoreContractExpiry {}

  @Nested
  class Pools extends StoreContractPools {}

  @Nested
  class Statistics extends StoreContractStatistics {}

  @Nested
  class Schedules extends StoreContractSchedules {}

  @Nested
  class Pages extends StoreContractPages {}

  @Nested
  class Finders extends StoreContractFinders {}

  @Nested
  class DatabaseFinders extends StoreContractDatabaseFinders {}

  @Nested
  class Databases extends StoreContractDatabases {}

  @Nested
  class Clusters extends StoreContractClusters {}

  @Nested
  class Goldens extends StoreContractGoldens {}

  @Nested
  class Versions extends StoreContractVersions {}

  @Nested
  class Masking extends StoreContractMasking {}

  @Nested
  class Imports extends StoreContractImports {}

  @Nested
  class Instances extends StoreContractInstances {}

  @Nested
  class Audit extends StoreContractAudit {}

  @Nested
  class Idempotency extends StoreContractIdempotency {}

  @Nested
  class Work extends StoreContractWork {}
}
