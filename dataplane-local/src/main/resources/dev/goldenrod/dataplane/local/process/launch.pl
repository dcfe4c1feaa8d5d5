# Becomes a command that sees an overlay, in a session of its own and without new privileges:
# launch.pl ARCHITECTURE FOLDER UID GID OPTIONS DATA LOCK [PATH_TO_REMOVE...] -- COMMAND...
# DATA, LOCK and the paths of OPTIONS are relative to FOLDER. With ARCHITECTURE alone, it only finds
# out whether it works on this machine.
use strict;

my ($architecture, $folder, $uid, $gid, $options, $data, $lock, @rest) = @ARGV;
my %known_numbers = (amd64 => [112, 14, 157, 165, 272], aarch64 => [157, 135, 167, 40, 97]);
my $numbers = $known_numbers{$architecture} or die "unknown architecture $architecture\n";
my ($setsid, $rt_sigprocmask, $prctl, $mount, $unshare) = @$numbers;
my ($new_mounts, $new_user) = (0x20000, 0x10000000);
my ($no_entry, $interrupted) = (2, 4);

sub call {
    my ($what, $number, @arguments) = @_;
    syscall($number, @arguments) >= 0 or die "cannot $what: $!\n";
}

# The kernel lets an ordinary user map its own group only if groups cannot be changed.
sub map_ids {
    my ($user, $group) = @_;
    for (['setgroups', 'deny'], ['uid_map', "$user 1"], ['gid_map', "$group 1"]) {
        my ($name, $text) = @$_;
        open my $file, '>', "/proc/self/$name" or die "cannot open /proc/self/$name: $!\n";
        syswrite $file, $text or die "cannot write /proc/self/$name: $!\n";
    }
}

sub enter {
    my ($directory) = @_;
    chdir $directory or die "cannot enter $directory: $!\n";
}

# Waits, since a killed server may take a moment to exit.
sub lock_or_die {
    my ($file) = @_;
    local $SIG{ALRM} = sub {};
    alarm 5;
    if (!flock $file, 2) {
        die "$data is already mounted: processes use it\n" if $! == $interrupted;
        die "cannot lock $folder/$lock: $!\n";
    }
    alarm 0;
}

sub remove {
    my ($path) = @_;
    return if unlink $path or $! == $no_entry;
    # A directory, for which starting a program is worth it.
    system('rm', '-rf', '--', $path) == 0 or die "cannot remove $path\n";
}

# Fails if the process leads a session already.
syscall($setsid);
# SIG_SETMASK: children of a JVM start with SIGQUIT blocked, by which engines are ended.
call('unblock signals', $rt_sigprocmask, 2, pack('Q', 0), 0, 8);
call('give up new privileges', $prctl, 38, 1, 0, 0, 0);
exit if @ARGV == 1;

my ($own_user, $own_group) = ($> + 0, $) + 0);
call('create a user and mount namespace', $unshare, $new_user | $new_mounts);
map_ids("0 $own_user", "0 $own_group");
# MS_REC and MS_SLAVE: a disk that is unmounted outside must not be held here.
call('separate the mounts', $mount, 'none', '/', 0, 0x84000, 0);

my $former = readlink '/proc/self/cwd' or die "cannot read /proc/self/cwd: $!\n";
enter($folder);
# The lock prevents two overlays on one layer, which would corrupt each other and which the kernel
# allows. F_DUPFD: the command and its children hold it, and shells leave descriptor 9 alone.
open my $file, '>', $lock or die "cannot open $folder/$lock: $!\n";
lock_or_die($file);
fcntl $file, 0, 9 or die "cannot hold $folder/$lock: $!\n";
# MS_NOSUID, MS_NODEV and MS_NOEXEC.
call("mount an overlay on $folder/$data", $mount, 'goldenrod', $data, 'overlay', 14, $options);
enter($former);
while (@rest and (my $path = shift @rest) ne '--') {
    remove($path);
}

# The second namespace restores the process's own user, since engines refuse to run as root.
call('create a user namespace', $unshare, $new_user);
map_ids("$uid 0", "$gid 0");
exec { $rest[0] } @rest or print STDERR "cannot run $rest[0]: $!\n";
exit 127;
