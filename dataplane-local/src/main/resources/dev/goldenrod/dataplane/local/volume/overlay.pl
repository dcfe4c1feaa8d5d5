# Mounts an overlay whose lower layers' files, which are root's, are shown as the given user's.
# Runs in the folder of the layers: overlay.pl ARCHITECTURE UID GID TOP LOWER...
use strict;

my ($architecture, $uid, $gid, $top, @lower) = @ARGV;
my %old_numbers = (amd64 => [165, 166, 272], aarch64 => [40, 39, 97]);
my $numbers = $old_numbers{$architecture} or die "unknown architecture $architecture\n";
my ($mount, $umount, $unshare) = @$numbers;
my ($open_tree, $move_mount, $mount_setattr) = (428, 429, 442);
my ($at_fdcwd, $at_empty_path) = (-100, 0x1000);

sub call {
    my ($name, $number, @arguments) = @_;
    my $result = syscall($number, @arguments);
    die "$name: $!\n" if $result < 0;
    return $result;
}

# A namespace is needed for its table of users alone; its only process ends at once.
sub namespace {
    pipe(my $entered, my $tell) and pipe(my $wait, my $release) or die "pipe: $!\n";
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        close $release;
        call('unshare', $unshare, 0x10000000);
        close $tell;
        exit sysread $wait, my $nothing, 1;
    }
    close $tell;
    sysread $entered, my $nothing, 1;
    for (['uid_map', $uid], ['gid_map', $gid]) {
        my ($table, $id) = @$_;
        open my $file, '>', "/proc/$child/$table" or die "$table: $!\n";
        print $file "0 $id 1\n";
        close $file or die "$table: $!\n";
    }
    open my $namespace, '<', "/proc/$child/ns/user" or die "ns/user: $!\n";
    close $release;
    waitpid $child, 0;
    return $namespace;
}

my ($empty, $here, $name, $type) = ('', '.', 'goldenrod', 'overlay');
my ($data, $shown) = ("$top/data/data", "$top/private/lower");
my $namespace = namespace();
my $tree = call('open_tree', $open_tree, $at_fdcwd, $here, 02000001);
# MOUNT_ATTR_RDONLY, so that nobody deletes through it, and MOUNT_ATTR_IDMAP.
my $attributes = pack 'Q4', 0x100001, 0, 0, fileno $namespace;
call('mount_setattr', $mount_setattr, $tree, $empty, $at_empty_path, $attributes, length $attributes);
call('move_mount', $move_mount, $tree, $empty, $at_fdcwd, $shown, 4);
my $options = "index=off,redirect_dir=on,upperdir=$data,workdir=$top/private/work,lowerdir="
    . join ':', map { "$shown/$_/data/data" } @lower;
# MS_NOSUID, MS_NODEV and MS_NOEXEC. The overlay keeps a hold of its own on what is shown.
my $mounted = eval { call('mount', $mount, $name, $data, $type, 14, $options); 1 };
my $error = $@;
call('umount', $umount, $shown, 2);
die $error unless $mounted;
