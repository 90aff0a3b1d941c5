var x = 1;
if (x == 2) { y = 3 }
