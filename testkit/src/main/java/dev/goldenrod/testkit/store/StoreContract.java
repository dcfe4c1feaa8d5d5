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
  class Transactions extends StoreContractTransactions {
    @Override
    Store store() {
      return store;
    }

    @Override
    Store anotherStore() {
      return open(IMPATIENT);
    }
  }

  @Nested
  class Values extends StoreContractValues {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Locks extends StoreContractLocks {
    @Override
    Store store() {
      return store;
    }

    @Override
    Store impatientStore() {
      return open(IMPATIENT);
    }
  }

  @Nested
  class Members extends StoreContractMembers {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Invites extends StoreContractInvites {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Expiry extends StoreContractExpiry {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Pools extends StoreContractPools {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Statistics extends StoreContractStatistics {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Schedules extends StoreContractSchedules {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Pages extends StoreContractPages {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Finders extends StoreContractFinders {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Databases extends StoreContractDatabases {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Clusters extends StoreContractClusters {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Goldens extends StoreContractGoldens {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Versions extends StoreContractVersions {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Imports extends StoreContractImports {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Instances extends StoreContractInstances {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Audit extends StoreContractAudit {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Idempotency extends StoreContractIdempotency {
    @Override
    Store store() {
      return store;
    }
  }

  @Nested
  class Work extends StoreContractWork {
    @Override
    Store store() {
      return store;
    }
  }
}
